/** The frame around every board: header, table, timeline, explanation, players, log. */
import { effect } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { Actions } from "./actions";
import { Both, Removed, saidOf } from "./branches";
import { Caption } from "./caption";
import type { Frame } from "./contract";
import { Controls } from "./controls";
import type { Game } from "./game";
import { Header, KeyList } from "./header";
import { useHeldFocus } from "./held";
import { Advice } from "./hint";
import { colourOf, find } from "./lines";
import { Log } from "./log";
import { useMotion } from "./motion";
import { Gone, Guard, Note, Refused } from "./notices";
import { Odds } from "./odds";
import { Group } from "./parts";
import { asked, Predict } from "./predict";
import { spoken, titleOf } from "./reading";
import { Scores } from "./scores";
import type { ViewState } from "./view";

export function App({ view, game }: { view: ViewState; game: Game }) {
  const { store } = view;
  const words = store.words.value;
  const frames = store.frames.value;
  const pictures = useMemo(() => game.Pictures && <game.Pictures />, [game]);
  if (store.locales.value.length === 0) return null; // no words yet
  return (
    <section
      class={store.size.value === "projector" ? "mw mw-large" : "mw"}
      lang={store.locale.value}
      data-theme={view.theme.value}
      data-own={view.theme.value === view.measured.value ? undefined : ""}
      aria-label={titleOf(words, store.info.value, frames?.[0]) || undefined}
    >
      {pictures}
      <div
        class={store.line.value ? "mw-frame mw-grid in-branch" : "mw-frame mw-grid"}
        style={store.line.value ? { "--line": colourOf(store.line.value) } : undefined}
      >
        <Header view={view} Crest={game.Crest} />
        {frames?.length ? <Panels view={view} game={game} /> : <NoFrames view={view} game={game} />}
        {view.help.value && <KeyList view={view} />}
      </div>
      <Live view={view} />
    </section>
  );
}

function NoFrames({ view: { store }, game }: { view: ViewState; game: Game }) {
  const words = store.words.value;
  const state = store.broken.value ? "unreadable" : store.loading.value ? "loading" : "empty";
  return (
    <div class="mw-only" aria-busy={state === "loading" ? "true" : undefined}>
      <Note
        look={state === "unreadable" ? "bad" : "plain"}
        title={words.text(`common.error.${state}`)}
        face={game.face?.(state === "unreadable" ? "scared" : "hungry")}
      >
        {words.text(`common.error.${state}_more`)}
      </Note>
    </div>
  );
}

function Panels({ view, game }: { view: ViewState; game: Game }) {
  const { store } = view;
  const words = store.words.value;
  const info = store.info.value;
  const frame = view.frame.value as Frame;
  const table = useSteady<HTMLFieldSetElement>(view);
  useGrowing(table, frame.over);
  const explain = useSteady<HTMLDivElement>(view);
  const hands = useSteady<HTMLDivElement>(view);
  useHeldFocus(view, table);
  useMotion(view, game, table);
  const { Board, Aside } = game;
  const props = {
    frame,
    info,
    words,
    moves: view.reading.value.moves,
    choices: view.choices.value,
  };
  return (
    <>
      <Group
        class={view.previewing.value ? "mw-table previewing" : "mw-table"}
        ref={table}
        tabIndex={-1}
        aria-label={words.text(
          words.has(`${info.head}.table`) ? `${info.head}.table` : "common.ui.table",
        )}
      >
        <Guard words={words} step={frame}>
          <Board {...props} />
        </Guard>
      </Group>
      <Controls view={view} marks={game.marks} />
      <div class="mw-explain" ref={explain}>
        <div class="told">
          <Caption view={view} />
          <Predict view={view} game={game} />
          {!store.line.value && <Actions view={view} game={game} />}
          <Advice view={view} />
          <Both view={view} />
          <Refused store={store} face={game.face?.("scared")} />
          <Gone store={store} face={game.face?.("unfed")}>
            <Removed view={view} />
          </Gone>
          {store.broken.value && <Note look="bad" title={words.text("common.error.unreadable")} />}
        </div>
        {Aside && !view.covered.value && <Aside {...props} />}
        <Odds view={view} game={game} />
      </div>
      {game.Hand !== null && frame.scores && (
        <div class="mw-hands" ref={hands}>
          <Scores view={view} game={game} props={props} />
        </div>
      )}
      <Log view={view} game={game} />
    </>
  );
}

/** Keeps a panel's height while a step is previewed, so that the log does not move away under the pointer. */
function useSteady<E extends HTMLElement>(view: ViewState) {
  const ref = useRef<E>(null);
  const height = useRef<number | null>(null);
  const previewing = view.previewing.value;
  if (!previewing) height.current = null;
  else height.current ??= ref.current?.offsetHeight ?? null;
  useLayoutEffect(() => {
    if (ref.current)
      ref.current.style.height = height.current === null ? "" : `${height.current}px`;
  }, [previewing]);
  return ref;
}

/** Lets the table grow but not shrink from step to step, so that the timeline's buttons stay under the pointer. */
function useGrowing(ref: { current: HTMLElement | null }, over: boolean) {
  const last = useRef("");
  const grow = (element: HTMLElement) => {
    const now = `${element.clientWidth} ${over}`; // the end is another picture, of another height
    if (now !== last.current) element.style.removeProperty("--grown");
    last.current = now;
    const height = `${element.offsetHeight}px`;
    if (element.style.getPropertyValue("--grown") !== height)
      element.style.setProperty("--grown", height);
  };
  useEffect(() => {
    // a text that was opened and closed leaves no gap behind
    const reset = () => ref.current?.style.removeProperty("--grown");
    ref.current?.addEventListener("toggle", reset, true);
  }, []);
  useLayoutEffect(() => {
    const element = ref.current;
    // once all of the step is drawn: to measure earlier would lay the page out twice
    const id = requestAnimationFrame(() => element && grow(element));
    return () => cancelAnimationFrame(id);
  });
}

const SPEAK_MS = 120;

/** The one live region: what a step says, once per step; at speed only where the run ends. */
function Live({ view: { store } }: { view: ViewState }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    let last: number | null = null; // the step last said
    let line = store.line.peek(); // and the line
    let caughtUp = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const said = document.createTextNode("");
    ref.current?.append(said);
    const speak = (index: number, from: number, came: boolean) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { words, frames, stops, wall } = store;
        const frame = frames.peek()?.[index];
        if (!frame) return;
        const text = spoken(words.peek(), frames.peek() ?? [], stops.peek(), index, from);
        const on = find(store.lines.peek(), store.line.peek());
        const told = saidOf(on, words.peek(), came, text);
        const question = wall.peek() === index && frame.question;
        said.data = question ? `${told} ${asked(question, words.peek())}` : told;
      }, SPEAK_MS);
    };
    const stop = effect(() => {
      const [index, running] = [store.index.value, store.running.value];
      if (store.frames.value === null) return;
      if (last === null) last = index; // nothing is said before anything moves
      if (running === "catch-up") caughtUp = true;
      const came = store.line.value !== line;
      if (running === "catch-up" || (running && store.speed.value >= 2)) return;
      if (index === last && !came) return;
      speak(index, caughtUp && last < index ? last + 1 : index, came);
      caughtUp = false;
      last = index;
      line = store.line.value;
    });
    return () => {
      stop();
      clearTimeout(timer);
      said.remove();
    };
  }, [store]);
  return <p class="sr" aria-live="polite" aria-atomic="true" ref={ref} />;
}
