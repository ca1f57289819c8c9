/** The laboratory: the question, how far it is, what came out. */
import { effect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { LabQuestion, LabResult, LabSeat } from "../contract";
import { Tools } from "../header";
import type { Look } from "../look";
import type { Words } from "../messages";
import { Gone, Guard, Note, Refused } from "../notices";
import { Button } from "../parts";
import { Convergence } from "./convergence";
import { Form } from "./form";
import { Histogram } from "./histogram";
import { Numbers } from "./numbers";
import type { LabStore } from "./store";
import { csvOf, exactNumber, gamesOf, meanOf, placesFor, questionOf, sentences } from "./telling";

export function Lab({ look, store }: { look: Look; store: LabStore }) {
  const words = store.words.value;
  const question = store.question.value;
  const result = store.result.value;
  const [chosen, setSeat] = useState(0);
  if (store.locales.value.length === 0 || !question) return null; // no words yet
  const large = store.size.value === "projector";
  const number = Math.min(chosen, Math.max(0, result.seats.length - 1));
  const seat = result.seats[number];
  return (
    <section
      class={large ? "mw mw-lab mw-large" : "mw mw-lab"}
      lang={store.locale.value}
      data-theme={look.theme.value}
      data-own={look.theme.value === look.measured.value ? undefined : ""}
      aria-label={words.text("lab.ui.title")}
    >
      <div class="mw-frame mw-grid">
        <header class="mw-head">
          <h2 class="mw-title">
            <Crest />
            <span>
              {words.text("lab.ui.title")}
              <small>{questionOf(words, question)}</small>
            </span>
          </h2>
          <div class="mw-turn">
            <span>{words.text(`lab.ui.${statusOf(store, question)}`)}</span>
          </div>
          <Tools look={look} />
        </header>
        <div class="mw-table">
          <Form store={store} asked={question} />
          <Refused store={store} />
          <Gone store={store} more="lab.error.gone_more" />
          {store.broken.value && <Note look="bad" title={words.text("common.error.unreadable")} />}
          <Progress store={store} question={question} />
          {seat ? (
            <Guard words={words} step={result}>
              {result.seats.length > 1 && (
                <SeatChoice n={result.seats.length} at={number} words={words} choose={setSeat} />
              )}
              <Plots seat={seat} done={result.done} n={question.n} words={words} large={large} />
            </Guard>
          ) : (
            <p class="empty">
              <b>{words.text("lab.tell.nothing")}</b>{" "}
              {!store.isStatic && words.text("lab.tell.nothing_more")}
            </p>
          )}
        </div>
        {seat && (
          <>
            <div class="mw-explain">
              <div class="told">
                {sentences(words, seat, result.done).map((text, i) => (
                  <p key={String(i)} class={i ? "next" : "say"}>
                    {text}
                  </p>
                ))}
                {!seat.exact_mean && <p class="quiet-line">{words.text("lab.tell.unknown")}</p>}
              </div>
              <Numbers seat={seat} n={result.done} words={words} />
            </div>
            <div class="mw-hands">
              <Tiles store={store} seat={seat} result={result} words={words} />
              <Taking result={result} words={words} />
            </div>
          </>
        )}
      </div>
      <Live store={store} seat={number} />
    </section>
  );
}

function statusOf(store: LabStore, { n }: LabQuestion): string {
  const { done } = store.result.value;
  if (store.running.value) return "running";
  return done === 0 ? "ready" : done < n ? "stopped" : "finished";
}

const BARS = [
  [12, 36, "#8ec27d"],
  [23, 22, "#fbdc58"],
  [34, 14, "#e95e38"],
  [45, 30, "#6f9bdb"],
] as const;

const Crest = () => (
  <svg class="art crest" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
    <rect x="2" y="2" width="60" height="60" rx="14" fill="#37692a" />
    {BARS.map(([x, y, fill]) => (
      <rect key={x} x={x} y={y} width="9" height={52 - y} rx="2" fill={fill} />
    ))}
  </svg>
);

function Progress({ store, question: { n } }: { store: LabStore; question: LabQuestion }) {
  const words = store.words.value;
  const { done } = store.result.value;
  const told = (games: number) =>
    words.text("lab.ui.of", { done: words.grouped(games), n: words.grouped(n) });
  return (
    <div class="progress num">
      <div
        class="track"
        role="progressbar"
        aria-label={words.text("lab.ui.progress")}
        aria-valuemin={0}
        aria-valuemax={n}
        aria-valuenow={done}
        aria-valuetext={told(done)}
      >
        <i style={{ width: `${(100 * done) / n}%` }} />
      </div>
      {/* as wide as it will be at the end, so that the bar keeps its length */}
      <p style={{ minWidth: `${told(n).length}ch` }}>{told(done)}</p>
    </div>
  );
}

interface SeatProps {
  n: number;
  at: number;
  words: Words;
  choose: (seat: number) => void;
}

function SeatChoice({ n, at, words, choose }: SeatProps) {
  const id = useId();
  return (
    <div class="seat-choice">
      <label for={id}>{words.text("lab.ui.choose_seat")}</label>
      <select
        id={id}
        value={String(at)}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {Array.from({ length: n }, (_, p) => (
          <option key={String(p)} value={String(p)} selected={p === at}>
            {words.text("lab.ui.seat", { p })}
          </option>
        ))}
      </select>
    </div>
  );
}

interface PlotsProps {
  seat: LabSeat;
  done: number;
  n: number;
  words: Words;
  large: boolean;
}

function Plots({ seat, done, n, words, large }: PlotsProps) {
  const ui = (name: string) => words.text(`lab.ui.${name}`);
  const known = seat.exact_mean !== null;
  return (
    <div class="plots">
      <Plot title={ui("histogram")}>
        <Sign name={ui("simulated")}>
          <rect class="bar-of" x="3" y="1" width="12" height="11" rx="2" />
        </Sign>
        {known && (
          <Sign name={ui("exact")}>
            <path class="diamond-of" d="M9 1l5 5-5 5-5-5Z" />
          </Sign>
        )}
        <Histogram seat={seat} n={done} words={words} large={large} />
      </Plot>
      <Plot title={ui("convergence")}>
        <Sign name={ui("simulated")}>
          <path class="mean" d="M1 9C6 2 9 10 17 5" />
        </Sign>
        {known && (
          <Sign name={ui("exact")}>
            <path class="truth-line" d="M0 6h18" />
          </Sign>
        )}
        <Sign name={ui("band")}>
          <rect class="band" y="1" width="18" height="10" rx="2" />
        </Sign>
        <Convergence seat={seat} done={done} n={n} words={words} large={large} />
      </Plot>
    </div>
  );
}

function Plot({ title, children }: { title: string; children: ComponentChildren[] }) {
  return (
    <figure class="plot">
      <figcaption>
        <b>{title}</b>
        <span class="legend">{children.slice(0, -1)}</span>
      </figcaption>
      {children.at(-1)}
    </figure>
  );
}

const Sign = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <span>
    <svg viewBox="0 0 18 13" width="18" height="13" aria-hidden="true" focusable="false">
      {children}
    </svg>
    {name}
  </span>
);

interface TilesProps {
  store: LabStore;
  seat: LabSeat;
  result: LabResult;
  words: Words;
}

function Tiles({ store, seat, result, words }: TilesProps) {
  const { standard_error: error } = seat;
  const rate = store.rate.value;
  const tiles: [string, string][] = [["games", words.grouped(result.done)]];
  const spread = error === null ? "" : ` ± ${words.rounded(error, placesFor(error))}`;
  tiles.push(["mean", meanOf(words, seat) + spread]);
  if (seat.exact_mean) tiles.push(["exact", exactNumber(words, seat.exact_mean)]);
  if (rate) tiles.push(["rate", words.grouped(Math.round(rate))]);
  return (
    <section class="tiles num" aria-label={words.text("lab.ui.summary")}>
      <dl>
        {tiles.map(([name, text]) => (
          <div key={name} class="tile">
            <dt>{words.text(`lab.ui.tile_${name}`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What one can take along: the code of the result, and its numbers. */
function Taking({ result, words }: { result: LabResult; words: Words }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    field.current?.select();
    await navigator.clipboard?.writeText(result.code ?? "").then(
      () => setCopied(result.code),
      () => {}, // not allowed: it is selected, Ctrl + C takes it
    );
  };
  const save = () => {
    const url = URL.createObjectURL(new Blob([csvOf(result)], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "probability_lab.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  return (
    <div class="taking">
      {result.code && (
        <div class="code">
          <label for={id}>
            {words.text("lab.ui.code")} <small>{words.text("lab.ui.code_more")}</small>
          </label>
          <div>
            <input id={id} ref={field} readOnly value={result.code} />
            <Button onClick={copy}>
              {words.text(`lab.ui.${copied === result.code ? "copied" : "copy"}`)}
            </Button>
          </div>
        </div>
      )}
      <Button onClick={save}>{words.text("lab.ui.csv")}</Button>
    </div>
  );
}

/** The one live region: the start, every quarter, and the end with what came out. */
function Live({ store, seat }: { store: LabStore; seat: number }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const shown = useRef(seat);
  shown.current = seat;
  useEffect(() => {
    const said = document.createTextNode("");
    ref.current?.append(said);
    const stop = effect(() => {
      const news = store.news.value;
      if (!news) return;
      const words = store.words.peek();
      const n = store.question.peek()?.n ?? 0;
      const at = store.result.peek().seats[shown.current];
      said.data = words.text(`lab.said.${news.kind}`, {
        games: gamesOf(words, news.kind === "started" ? n : news.done),
        done: words.grouped(news.done),
        n: words.grouped(n),
        sentence: at ? sentences(words, at, news.done).join(" ") : "",
      });
    });
    return () => {
      stop();
      said.remove();
    };
  }, [store]);
  return <p class="sr" aria-live="polite" aria-atomic="true" ref={ref} />;
}
