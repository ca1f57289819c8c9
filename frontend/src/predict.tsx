/** Predict first: the question of a step, how the answer went, and how all of them went. */
import type { PredictAnswer, Predicted, PredictQuestion } from "./contract";
import type { Game } from "./game";
import type { Words } from "./messages";
import { Button } from "./parts";
import type { ViewState } from "./view";

/** More answers than these are a list to choose from, not a row of buttons. */
const FEW = 12;
export const WALL = "mw-wall";

export function Predict({ view, game }: { view: ViewState; game: Game }) {
  const { store } = view;
  const words = store.words.value;
  const frames = store.frames.value ?? [];
  const shown = view.shown.value;
  const question = view.frame.value?.question;
  const said = store.predicted.value.find(({ step }) => step === shown);
  const held = store.info.value.held && shown === store.last.value;
  if (!held && !frames.some((frame) => frame.question)) return null;
  return (
    <div class="predict">
      {question && store.wall.value === shown && (
        <Ask key={shown} view={view} game={game} question={question} step={shown} />
      )}
      {/* always there, so that its change is announced */}
      <div role="status" class="note-place">
        {question && said && <p class="went">{went(question, said, words)}</p>}
      </div>
      {held && <p class="quiet-line">{words.text("common.predict.held")}</p>}
      <Tally view={view} />
    </div>
  );
}

/** What a question asks, in words: "What will Ana do?" */
export const asked = ({ kind, player }: PredictQuestion, words: Words): string =>
  words.text(`common.predict.${kind === "decision" && player === null ? "race" : kind}`, {
    player,
  });

interface AskProps {
  view: ViewState;
  game: Game;
  question: PredictQuestion;
  step: number;
}

function Ask({ view, game, question, step }: AskProps) {
  const { store, pick } = view;
  const words = store.words.value;
  const { kind, answers } = question;
  const chosen = pick.value?.step === step ? pick.value.answer : "";
  const choose = (answer: string) => {
    pick.value = { step, answer };
  };
  const answer =
    kind === "score" ? (/^-?\d{1,15}$/.test(chosen) ? Number(chosen) : null) : chosen || null;
  const field = { "aria-label": words.text("common.predict.answer"), value: chosen };
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        if (answer === null) return;
        store.predict({ step, kind, answer });
        // what has the focus goes away, and the way is open
        const root = event.currentTarget.getRootNode() as ShadowRoot;
        root.querySelector<HTMLElement>("[data-forward]")?.focus({ preventScroll: true });
      }}
    >
      <fieldset data-question="">
        <legend>{asked(question, words)}</legend>
        {kind === "score" ? (
          <input
            type="number"
            step={1}
            {...field}
            onInput={(event) => choose(event.currentTarget.value)}
          />
        ) : answers.length > FEW ? (
          <select {...field} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="" disabled>
              {words.text("common.predict.choose")}
            </option>
            {answers.map((one) => (
              <option key={one.answer} value={one.answer}>
                {nameOf(one, question, words, true)}
              </option>
            ))}
          </select>
        ) : (
          answers.map((one) => (
            <label key={one.answer}>
              <input
                type="radio"
                name="mw-predict"
                value={one.answer}
                checked={one.answer === chosen}
                onChange={() => choose(one.answer)}
              />
              {game.sign?.(one.label.key)?.picture}
              <span>{nameOf(one, question, words, true)}</span>
            </label>
          ))
        )}
      </fieldset>
      <div class="confirm">
        <p class="quiet-line" id={WALL}>
          {words.text("common.predict.open")}
        </p>
        <Button type="submit" class="primary small" off={answer === null}>
          {words.text("common.predict.confirm")}
        </Button>
      </div>
    </form>
  );
}

/** An answer in words. A choice may say what it scores: that is covered until the answer is confirmed. */
function nameOf(
  { label, player }: PredictAnswer,
  question: PredictQuestion,
  words: Words,
  covered = false,
): string {
  const points = covered && "points" in label.values ? { points: "?" } : {};
  const answer = words.text(label.key, { ...label.values, ...points });
  return player === null || question.player !== null
    ? answer
    : words.text("common.predict.by", { player, answer });
}

const share = ({ chance }: PredictAnswer): number =>
  chance ? Number(chance.numerator) / Number(chance.denominator) : 0;
const likeliest = (answers: PredictAnswer[]): number => Math.max(...answers.map(share));
const find = (question: PredictQuestion, answer: string | number | null) =>
  question.answers.find((one) => one.answer === answer);

/** How an answer went, in a sentence or two. What is luck is never called a mistake. */
export function went(question: PredictQuestion, said: Predicted, words: Words): string {
  const { kind, player, truth } = question;
  const right = said.answer === truth;
  const [mine, came] = [find(question, said.answer), find(question, truth)];
  const name = (one: PredictAnswer | undefined) => (one ? nameOf(one, question, words) : "");
  const values = { player, answer: mine ? name(mine) : said.answer, truth: name(came) };
  const tell = (key: string, more = {}) =>
    words.text(`common.predict.${key}`, { ...values, ...more });
  if (truth === null) return tell("kept");
  if (kind === "score") return tell(right ? "score_right" : "score_wrong", { truth });
  if (kind === "decision")
    return tell(`${right ? "foreseen" : "unforeseen"}${player === null ? "" : "_by"}`);
  return tell(luck(question.answers, mine, came), {
    ...chanceOf("chance", mine),
    ...chanceOf("truth_chance", came),
    best: name(question.answers.find((one) => share(one) === likeliest(question.answers))),
    ...chanceOf(
      "best_chance",
      question.answers.find((one) => share(one) === likeliest(question.answers)),
    ),
  });
}

const chanceOf = (name: string, one: PredictAnswer | undefined) =>
  one?.chance ? { [name]: [one.chance.numerator, one.chance.denominator] } : {};

/** Which sentence tells a draw: was the likeliest named, and did it come? Two things apart. */
function luck(
  answers: PredictAnswer[],
  mine: PredictAnswer | undefined,
  came: PredictAnswer | undefined,
): string {
  const most = likeliest(answers);
  const end = mine === came ? "came" : "missed";
  if (answers.every((one) => share(one) === most)) return `even_${end}`;
  if (mine && share(mine) === most) return `likely_${end}`;
  return came && mine !== came && share(came) === most ? "unlikely_best" : `unlikely_${end}`;
}

/** What was said and what came true, over the game: at its end, and for who asks. */
function Tally({ view }: { view: ViewState }) {
  const { store } = view;
  const words = store.words.value;
  const frames = store.frames.value ?? [];
  const told = store.predicted.value.flatMap((said) => {
    const question = frames[said.step]?.question;
    return question && question.truth !== null ? [{ said, question }] : [];
  });
  if (told.length === 0) return null;
  const lines = ["chance", "decision", "score"].flatMap((kind) => {
    const all = told.filter(({ question }) => question.kind === kind);
    const right = all.filter(({ said, question }) => said.answer === question.truth).length;
    const named = all.map(({ said, question }) => {
      const mine = find(question, said.answer);
      return { chance: mine ? share(mine) : 0, most: likeliest(question.answers) };
    });
    const values = {
      n: all.length,
      right,
      came: right,
      likeliest: named.filter(({ chance, most }) => chance === most).length,
      expected: named.reduce((sum, { chance }) => sum + chance, 0),
    };
    return all.length > 0 ? [words.text(`common.predict.tally_${kind}`, values)] : [];
  });
  return (
    <details class="tally" open={view.frame.value?.over ?? false}>
      <summary>{words.text("common.predict.tally")}</summary>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p class="quiet-line">{words.text("common.predict.little")}</p>
    </details>
  );
}
