/** A quiz: where one is, the position, the question with its answer, how it went, and handing in. */
import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { QuizQuestion, QuizVerdict } from "../contract";
import type { Game } from "../game";
import { Tools } from "../header";
import { Icon } from "../icons";
import type { Look } from "../look";
import { tally, type Words } from "../messages";
import { Gone, Guard, Refused } from "../notices";
import { Button, Group } from "../parts";
import { labelOf, Plain } from "../plain";
import { useRoving } from "../roving";
import { AnswerField, textOf } from "./fields";
import type { QuizStore } from "./store";

interface Props {
  look: Look;
  store: QuizStore;
  games: Record<string, Game>;
}

export function Quiz({ look, store, games }: Props) {
  const words = store.words.value;
  const { title, questions } = store.sheet.value;
  const question = store.question.value;
  if (store.locales.value.length === 0 || !question) return null; // nothing has come yet
  const locale = store.locale.value;
  const name =
    title?.[locale] ?? words.text(questions.length > 1 ? "quiz.ui.quiz" : "quiz.ui.question");
  const game = games[question.board.info.game];
  return (
    <section
      class={`mw mw-quiz${store.size.value === "projector" ? " mw-large" : ""}`}
      lang={locale}
      data-theme={look.theme.value}
      data-own={look.theme.value === look.measured.value ? undefined : ""}
      aria-label={name}
    >
      {game?.Pictures && <game.Pictures />}
      <div class="mw-frame mw-grid">
        <header class="mw-head">
          <h2 class="mw-title">
            {game?.Crest && <game.Crest />}
            <span>
              {name}
              {questions.length > 1 && <small>{progressOf(store, words)}</small>}
            </span>
          </h2>
          <Tools look={look} />
          {questions.length > 1 && <Places store={store} words={words} />}
        </header>
        <Guard words={words} step={question}>
          <Position store={store} question={question} game={game} />
        </Guard>
        <div class="mw-explain">
          <Asked key={question.id} store={store} question={question} words={words} />
          {store.feedback.value !== "now" && <HandIn store={store} words={words} />}
        </div>
      </div>
      <Live store={store} />
    </section>
  );
}

const answered = (store: QuizStore): number =>
  store.sheet.value.questions.filter(({ id }) => store.done(id).answer !== null).length;

function progressOf(store: QuizStore, words: Words): string {
  const of = store.sheet.value.questions.length;
  return words.text("quiz.ui.progress", { done: answered(store), of });
}

/** Where one is among the questions: a row of numbers, each with how it stands. */
function Places({ store, words }: { store: QuizStore; words: Words }) {
  const roving = useRoving<HTMLFieldSetElement>();
  const { questions } = store.sheet.value;
  return (
    <Group class="places" aria-label={words.text("quiz.ui.quiz")} {...roving}>
      {questions.map(({ id }, at) => {
        const state = stateOf(store, id);
        const here = at === store.current.value;
        const name = words.text("quiz.ui.number", { n: at + 1, of: questions.length });
        return (
          <Button
            key={id}
            class={`small ${state}`}
            rove={here ? "on" : true}
            aria-current={here ? "step" : undefined}
            aria-label={`${name}: ${words.text(`quiz.ui.${state}`)}`}
            onClick={() => store.goto(at)}
          >
            {at + 1}
            {state !== "open" && (
              <Icon name={state === "right" ? "tick" : state === "wrong" ? "close" : "dot"} />
            )}
          </Button>
        );
      })}
    </Group>
  );
}

type State = "open" | "right" | "wrong" | "done";

function stateOf(store: QuizStore, id: string): State {
  const right = store.verdicts.value[id]?.right;
  if (right === true) return "right";
  if (right === false) return "wrong";
  return store.done(id).answer === null ? "open" : "done";
}

interface PositionProps {
  store: QuizStore;
  question: QuizQuestion;
  game: Game | undefined;
}

/** The board of the step, where legal actions can be picked, and cards laid out beside it. */
function Position({ store, question, game }: PositionProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const { info, frame, zones, actions } = question.board;
  const words = store.wordsOf(info);
  const draft = store.draft(question);
  useEffect(() => {
    for (const choice of box.current?.querySelectorAll<HTMLElement>("[data-choice]") ?? [])
      choice.setAttribute("aria-pressed", String(choice.dataset.choice === draft));
  });
  const Board = game?.Board ?? Plain;
  const choices = {
    actions,
    off: store.isOver(question),
    choose: (notation: string) => store.setDraft(question.id, notation),
  };
  const beside = Object.keys(zones).length > 0 && (frame === null || game !== undefined);
  return (
    <Group class="mw-table" ref={box} aria-label={store.words.value.text("quiz.ui.board")}>
      {frame && <Board frame={frame} info={info} words={words} moves={[]} choices={choices} />}
      {beside && (
        <section class="laid" aria-label={store.words.value.text("quiz.ui.cards")}>
          {Object.entries(zones).map(([zone, cards]) => (
            <div key={zone}>
              <h3>{labelOf(words, "zone", zone)}</h3>
              <Cards
                cards={cards}
                group={info.zones[zone.split(":")[0] as string] ?? "card"}
                words={words}
                sign={game?.sign}
              />
            </div>
          ))}
        </section>
      )}
    </Group>
  );
}

interface CardsProps {
  cards: string[];
  group: string;
  words: Words;
  sign: Game["sign"];
}

/** Cards with their small pictures, equal ones counted. */
function Cards({ cards, group, words, sign }: CardsProps) {
  if (cards.length === 0) return <p class="none">{words.text("common.ui.none")}</p>;
  return (
    <ul class="chips">
      {tally(cards).map(([card, n]) => (
        <li key={card} class="card">
          {sign?.(card)?.picture}
          {words.counted(n, words.word(group, card))}
        </li>
      ))}
    </ul>
  );
}

interface AskedProps {
  store: QuizStore;
  question: QuizQuestion;
  words: Words;
}

function Asked({ store, question, words }: AskedProps) {
  const { questions } = store.sheet.value;
  const at = store.current.value;
  const over = store.isOver(question);
  const done = store.done(question.id);
  const draft = store.draft(question);
  const ready = draft !== undefined && draft !== "";
  const noted = store.feedback.value !== "now" && done.answer !== null;
  const same = noted && JSON.stringify(done.answer) === JSON.stringify(draft);
  const left = store.triesLeft(question);
  const busy = store.acting.pending.value !== null;
  return (
    <form
      class="told asked"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !(same && noted)) store.answer(question);
      }}
    >
      {questions.length > 1 && (
        <h3 class="stp">{words.text("quiz.ui.number", { n: at + 1, of: questions.length })}</h3>
      )}
      <p class="say">{question.text[store.locale.value]}</p>
      <AnswerField store={store} question={question} words={words} off={over} />
      <div class="doing">
        <button
          type="submit"
          class="btn primary"
          aria-disabled={over || !ready || busy || same ? "true" : undefined}
        >
          {words.text(buttonOf(store, noted))}
        </button>
        {question.hints.length > 0 && !over && (
          <Button
            icon="bulb"
            off={done.hints >= question.hints.length || busy}
            onClick={() => store.hint(question)}
          >
            {words.text("quiz.ui.hint")}
          </Button>
        )}
        {left !== null && !over && (
          <span class="quiet-line">{words.text("quiz.ui.tries", { n: left })}</span>
        )}
      </div>
      {question.hints.slice(0, done.hints).map((hint, n) => (
        <p class="hint-text" key={String(n)}>
          <Icon name="bulb" />
          <span>
            <b>{words.text("quiz.ui.hint_number", { n: n + 1 })}:</b> {hint[store.locale.value]}
          </span>
        </p>
      ))}
      <Feedback store={store} question={question} words={words} />
      {noted && !store.finished.value && (
        <p class="quiet-line">
          {words.text("quiz.ui.noted", {
            answer: textOf(question, done.answer, store.locale.value),
          })}{" "}
          {words.text("quiz.ui.kept")}
        </p>
      )}
      <Refused store={store} />
      <Gone store={store} more="quiz.error.gone_more" />
      {questions.length > 1 && (
        <div class="doing going">
          <Button icon="back" off={at === 0} onClick={() => store.goto(at - 1)}>
            {words.text("quiz.ui.previous")}
          </Button>
          <Button
            class="next-one"
            off={at === questions.length - 1}
            onClick={() => store.goto(at + 1)}
          >
            {words.text("quiz.ui.next")}
            <Icon name="forward" />
          </Button>
        </div>
      )}
    </form>
  );
}

const buttonOf = (store: QuizStore, noted: boolean): string =>
  `quiz.ui.${store.feedback.value === "now" ? "confirm" : noted ? "change" : "submit"}`;

/** What there is to say of the answer, in the reader's language. */
function sentencesOf(store: QuizStore, id: string): [string, string[]] | null {
  const words = store.words.value;
  const locale = store.locale.value;
  const verdict: QuizVerdict | null | undefined = store.verdicts.value[id] ?? store.complaint.value;
  if (!verdict) return null;
  const values = Object.fromEntries(
    Object.entries(verdict.values).map(([name, text]) => [name, text[locale] ?? ""]),
  );
  const more = [
    verdict.shown && words.text("quiz.ui.shown", { answer: verdict.shown[locale] ?? "" }),
    verdict.more?.[locale],
  ];
  return [words.text(verdict.key, values), more.filter((text): text is string => !!text)];
}

function Feedback({ store, question, words }: AskedProps) {
  const said = sentencesOf(store, question.id);
  if (!said) return null;
  const right = store.verdicts.value[question.id]?.right;
  const look = right === true ? "good" : right === false ? "bad" : "warn";
  const [first, more] = said;
  return (
    <div class={`state ${look} verdict`}>
      <Icon name={right === true ? "tick" : right === false ? "close" : "warn"} />
      <div>
        <p class="title">
          <span class="sr">
            {right === true || right === false
              ? `${words.text(right ? "quiz.ui.right" : "quiz.ui.wrong")}: `
              : ""}
          </span>
          {first}
        </p>
        {more.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  );
}

/** Finishing: asked once more, then how it went or what to hand in. */
function HandIn({ store, words }: { store: QuizStore; words: Words }) {
  const [asking, setAsking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const asked = useRef(asking);
  // the button that was pressed is gone: whoever used the keyboard goes on here, at what changes nothing
  useEffect(() => {
    if (asked.current !== asking)
      [...(box.current?.querySelectorAll("button") ?? [])].at(-1)?.focus();
    asked.current = asking;
  }, [asking]);
  const { questions } = store.sheet.value;
  const graded = store.feedback.value === "never";
  const left = questions.length - answered(store);
  if (store.finished.value) {
    const right = questions.filter(({ id }) => store.verdicts.value[id]?.right === true).length;
    const text = graded ? store.code.value || (store.isStatic ? store.text() : "") : "";
    return (
      <div class="hand-in">
        {!graded && (
          <p class="say">{words.text("quiz.ui.score", { right, of: questions.length })}</p>
        )}
        <p class="quiet-line">{words.text("quiz.ui.finished")}</p>
        {text && (
          <label>
            {words.text(store.code.value ? "quiz.ui.code" : "quiz.ui.copy")}
            <textarea
              readOnly
              rows={4}
              value={text}
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
        )}
      </div>
    );
  }
  return (
    <div class="hand-in" ref={box}>
      {asking ? (
        <Fragment>
          <p>
            {left > 0
              ? words.text("quiz.ui.sure", { n: left, of: questions.length })
              : words.text("quiz.ui.sure_all")}
          </p>
          <div class="doing">
            <Button class="primary" onClick={() => store.finish()}>
              {words.text(graded ? "quiz.ui.hand_in" : "quiz.ui.finish")}
            </Button>
            <Button onClick={() => setAsking(false)}>{words.text("quiz.ui.not_yet")}</Button>
          </div>
        </Fragment>
      ) : (
        <Button onClick={() => setAsking(true)}>
          {words.text(graded ? "quiz.ui.hand_in" : "quiz.ui.finish")}
        </Button>
      )}
    </div>
  );
}

/** The one live region: what is said of an answer, a new hint, that an answer is noted, where an item now stands. */
function Live({ store }: { store: QuizStore }) {
  const question = store.question.value as QuizQuestion;
  const words = store.words.value;
  const { id, hints } = question;
  const done = store.done(id);
  const verdict = sentencesOf(store, id);
  const count = store.sheet.value.questions.length;
  const place =
    count > 1 ? `${words.text("quiz.ui.number", { n: store.current.value + 1, of: count })}. ` : "";
  const parts: Record<string, string> = {
    place: place + (question.text[store.locale.value] ?? ""),
    hint: hints[done.hints - 1]?.[store.locale.value] ?? "",
    noted:
      store.feedback.value !== "now" && done.answer !== null
        ? words.text("quiz.ui.noted", { answer: textOf(question, done.answer, store.locale.value) })
        : "",
    verdict: verdict ? `${[verdict[0], ...verdict[1]].join(" ")}\u200b${done.tries}` : "",
    moved: store.moved.value,
  };
  const before = useRef(parts);
  const [said, say] = useState("");
  useEffect(() => {
    const last = before.current;
    before.current = parts;
    const same = last.place === parts.place;
    const fresh = Object.keys(parts).filter(
      (name) => parts[name] !== last[name] && (same || name === "place"),
    );
    const text = fresh.map((name) => (parts[name] ?? "").split("\u200b")[0]).join(" ");
    // a text that is said twice running is said again only if it differs
    if (text.trim()) say((now) => (now === text ? `${text}\u00a0` : text));
  });
  return (
    <p class="sr" aria-live="polite" aria-atomic="true">
      {said}
    </p>
  );
}
