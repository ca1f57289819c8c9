/** Where an answer is given: one of several, a number, an order. */
import { useId, useRef } from "preact/hooks";
import type { QuizQuestion } from "../contract";
import type { Words } from "../messages";
import { Button, Group } from "../parts";
import { unreadable } from "./judge";
import { ONE, Ratio, read, ZERO } from "./numbers";
import type { QuizStore } from "./store";

interface FieldProps {
  store: QuizStore;
  question: QuizQuestion;
  words: Words;
  /** Nothing can be answered any more. */
  off: boolean;
}

export function AnswerField(props: FieldProps) {
  if (props.question.kind === "number") return <NumberField {...props} />;
  if (props.question.kind === "order") return <OrderField {...props} />;
  return <Options {...props} />;
}

/** An answer in words. */
export function textOf(
  question: QuizQuestion,
  answer: string | string[] | null,
  locale: string,
): string {
  const worded = (id: string) =>
    question.options.find((option) => option.id === id)?.text[locale] ?? id;
  return Array.isArray(answer) ? answer.map(worded).join(" > ") : worded(answer ?? "");
}

function Options({ store, question, words, off }: FieldProps) {
  const name = useId();
  const draft = store.draft(question);
  const onBoard = question.board.actions.length > 0;
  return (
    <Group class="options" disabled={off}>
      <legend>{words.text(onBoard ? "quiz.ui.pick" : "quiz.ui.choose")}</legend>
      {question.options.map(({ id, text }) => (
        <label key={id}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={draft === id}
            onChange={() => store.setDraft(question.id, id)}
          />
          <span>{text[store.locale.value]}</span>
        </label>
      ))}
    </Group>
  );
}

function NumberField({ store, question, words, off }: FieldProps) {
  const id = useId();
  const draft = String(store.draft(question) ?? "");
  return (
    <div class="number">
      <label for={id}>
        {words.text(question.chance ? "quiz.ui.answer_chance" : "quiz.ui.answer")}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellcheck={false}
        maxLength={100}
        disabled={off}
        aria-describedby={`${id}-read`}
        value={draft}
        onInput={(event) => store.setDraft(question.id, event.currentTarget.value)}
      />
      <p class="quiet-line" id={`${id}-read`}>
        {draft.trim() && readingOf(words, draft, question.chance)}
      </p>
    </div>
  );
}

/** How a number was read: "3/28 (≈ 10.7%)", or why it cannot be. */
export function readingOf(words: Words, text: string, chance: boolean): string {
  const answer = read(text);
  if (typeof answer === "string") return words.text(unreadable(text, chance)?.key ?? "");
  const { n, d } = answer.value.reduced;
  const isChance = chance && answer.value.compare(ZERO) >= 0 && answer.value.compare(ONE) <= 0;
  const written = `${n < 0n ? "−" : ""}${n < 0n ? -n : n}${d === 1n ? "" : `/${d}`}`;
  const decimal = decimalOf(answer.value).replace(".", words.text("common.format.decimal"));
  const rounded = answer.tolerance.compare(ZERO) > 0;
  const shown = isChance
    ? rounded
      ? words.ratio(String(n), String(d))[1]
      : words.fraction(String(n), String(d))
    : d === 1n
      ? written
      : rounded
        ? decimal
        : `${written} (≈ ${decimal})`;
  return words.text("quiz.ui.read_as", { text: shown });
}

/** Four digits behind the point at most. */
function decimalOf(value: Ratio): string {
  const scaled = value.abs.times(new Ratio(20000n)).plus(ONE);
  const digits = String(scaled.n / scaled.d / 2n).padStart(5, "0");
  const text = `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, "");
  return value.n < 0n ? `−${text}` : text;
}

function OrderField({ store, question, words, off }: FieldProps) {
  const list = useRef<HTMLOListElement>(null);
  const order = store.draft(question) as string[];
  const move = (at: number, by: number) => {
    const to = at + by;
    if (off || to < 0 || to >= order.length) return;
    const next = [...order];
    const [item = ""] = next.splice(at, 1);
    next.splice(to, 0, item);
    store.setDraft(question.id, next);
    store.moved.value = words.text("quiz.ui.place", {
      item: textOf(question, item, store.locale.value),
      n: to + 1,
      of: order.length,
    });
  };
  return (
    <Group class="order" aria-label={words.text("quiz.ui.order")}>
      <p class="quiet-line">{words.text("quiz.ui.order")}</p>
      <ol ref={list}>
        {order.map((id, at) => {
          const item = textOf(question, id, store.locale.value);
          return (
            <li key={id}>
              <span class="num">{at + 1}</span>
              <span class="item">{item}</span>
              <Button
                class="small"
                icon="up"
                off={off || at === 0}
                aria-label={words.text("quiz.ui.up", { item })}
                onClick={() => move(at, -1)}
              />
              <Button
                class="small"
                icon="down"
                off={off || at === order.length - 1}
                aria-label={words.text("quiz.ui.down", { item })}
                onClick={() => move(at, 1)}
              />
            </li>
          );
        })}
      </ol>
    </Group>
  );
}
