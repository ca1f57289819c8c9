/** A quiz in the browser: what is asked of Python, what a page without Python says itself, what is kept. */
import { expect, test } from "vitest";
import type { QuizKey, QuizQuestion, QuizSheet } from "../src/contract";
import { Words } from "../src/messages";
import type { Traits } from "../src/model";
import { readingOf } from "../src/quiz/fields";
import { tidy } from "../src/quiz/numbers";
import quiz from "../src/views/quiz";
import { frames, info, messages, readLocale } from "./fixture";
import { button, pass, shown, textOf } from "./shown";

const both = (text: string) => ({ en: text, es: `${text} (es)` });
const words = {
  en: { ...messages.en, quiz: readLocale("en", "quiz") },
  es: { ...messages.es, quiz: readLocale("es", "quiz") },
};

const question = (more: Partial<QuizQuestion>): QuizQuestion => ({
  id: "cats",
  kind: "number",
  text: both("How many cats?"),
  chance: false,
  options: [],
  hints: [both("Count them."), both("Count again.")],
  tries: 2,
  board: {
    info: info(),
    frame: frames(1)[0] ?? null,
    zones: { "hand:0": ["cat", "cat"] },
    actions: [],
  },
  ...more,
});
const options = ["a", "b", "c"].map((id) => ({ id, text: both(`Item ${id}`) }));
const ORDER = question({ id: "order", kind: "order", options, hints: [], tries: null });
const CHOICE = question({ id: "choice", kind: "choice", options, hints: [], tries: null });
const sheet = (...questions: QuizQuestion[]): QuizSheet => ({
  quiz: "q",
  name: "",
  title: null,
  questions,
});
const KEY: QuizKey = {
  kind: "number",
  chance: false,
  right: [["2"]],
  wrong: [{ given: "1", feedback: both("There are two hands.") }],
  shown: both("2"),
  more: both("One and one."),
};

const open = (traits: Partial<Traits>) =>
  shown({ frames: null, messages: words, answers: {}, verdicts: {}, ...traits }, quiz);

async function type(root: ShadowRoot, text: string) {
  const field = root.querySelector<HTMLInputElement>("input[type=text]") as HTMLInputElement;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await pass();
  root.querySelector<HTMLFormElement>("form")?.requestSubmit();
  await pass();
}

test("an answer is asked of Python, once, and its verdict is shown and said", async () => {
  const { root, model } = await open({ sheet: sheet(question({})) });
  await type(root, "1");
  await type(root, "1");
  expect(model.saved.filter(({ intent }) => intent).map(({ intent }) => intent)).toEqual([
    { id: 1, do: "answer", question: "cats", answer: "1" },
  ]);
  expect(textOf(root, ".verdict")).toBeNull();
  model.receive({
    answered: 1,
    answers: { cats: { answer: "1", tries: 1, hints: 0 } },
    verdicts: {
      cats: {
        right: false,
        key: "quiz.verdict.not_yet_why",
        values: { why: both("There are two hands.") },
        shown: null,
        more: null,
      },
    },
  });
  await pass();
  expect(textOf(root, ".verdict .title")).toContain("Not yet. There are two hands.");
  expect(textOf(root, "[aria-live]")).toBe("Not yet. There are two hands.");
  expect(textOf(root, ".doing")).toContain("1 try left");
  expect(root.querySelectorAll("[aria-live]").length).toBe(1);
});

test("a page without Python judges, counts tries and hints, and shows the answer at the end", async () => {
  const { root, model } = await open({
    _static: true,
    sheet: sheet(question({})),
    practice: { cats: KEY },
  });
  await type(root, "many");
  expect(textOf(root, ".verdict .title")).toContain("A plain number is wanted here");
  button(root, "A hint").click();
  await pass();
  expect(textOf(root, ".hint-text")).toContain("Count them.");
  await type(root, "1");
  expect(textOf(root, ".verdict .title")).toContain("There are two hands.");
  await type(root, "7");
  expect(textOf(root, ".verdict")).toContain("The answer is 2.");
  expect(textOf(root, ".verdict")).toContain("One and one.");
  expect(root.querySelector<HTMLInputElement>("input")?.disabled).toBe(true);
  expect(model.traits.answers).toEqual({ cats: { answer: "7", tries: 2, hints: 1 } });
  expect(model.traits.intent).toBeNull();
});

test("an order is moved by buttons, which keep the focus and say where the item stands", async () => {
  const { root, model } = await open({ sheet: sheet(ORDER) });
  const down = button(root, "Move Item a down");
  down.focus();
  down.click();
  await pass();
  expect([...root.querySelectorAll(".item")].map((one) => one.textContent)).toEqual([
    "Item b",
    "Item a",
    "Item c",
  ]);
  expect(root.activeElement).toBe(button(root, "Move Item a down"));
  expect(textOf(root, "[aria-live]")).toBe("Item a: place 2 of 3");
  expect(button(root, "Move Item b up").getAttribute("aria-disabled")).toBe("true");
  root.querySelector<HTMLFormElement>("form")?.requestSubmit();
  await pass();
  expect(model.traits.intent).toMatchObject({ do: "answer", answer: ["b", "a", "c"] });
});

test("what was begun is kept when another question is looked at", async () => {
  const { root, model } = await open({ sheet: sheet(question({}), CHOICE), feedback: "never" });
  await type(root, "");
  expect(model.traits.intent).toBeNull();
  const field = root.querySelector<HTMLInputElement>("input[type=text]") as HTMLInputElement;
  field.value = "5";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await pass();
  button(root, "Next").click();
  await pass();
  expect(model.traits.current).toBe(1);
  expect(root.querySelectorAll("input[type=radio]").length).toBe(3);
  expect(root.querySelector("input:checked")).toBeNull();
  button(root, "Previous").click();
  await pass();
  expect(root.querySelector<HTMLInputElement>("input[type=text]")?.value).toBe("5");
});

test("a graded page keeps answers to itself until they are handed in", async () => {
  const { root } = await open({ _static: true, sheet: sheet(CHOICE), feedback: "never" });
  root.querySelector<HTMLInputElement>("input[value=b]")?.click();
  await pass();
  root.querySelector<HTMLFormElement>("form")?.requestSubmit();
  await pass();
  expect(textOf(root, ".asked")).toContain("Noted: Item b");
  expect(root.querySelector(".verdict")).toBeNull();
  button(root, "Hand in").click();
  await pass();
  expect(textOf(root, ".hand-in")).toContain("Then nothing can be changed");
  button(root, "Hand in").click();
  await pass();
  const text = root.querySelector<HTMLTextAreaElement>("textarea")?.value ?? "";
  expect(JSON.parse(text)).toMatchObject({
    format: "monster_widgets.answers",
    answers: { choice: { answer: "b", tries: 1, hints: 0 } },
  });
});

test("one question left open is one, and what is done is not yet handed in", async () => {
  const { root } = await open({ _static: true, sheet: sheet(CHOICE), feedback: "end" });
  button(root, "Finish and see how it went").click();
  await pass();
  expect(textOf(root, ".hand-in")).toContain("1 of 1 questions is not answered. Finish all the");
  expect(root.activeElement?.textContent).toBe("Not yet");
  button(root, "Not yet").click();
  await pass();
  expect(root.activeElement?.textContent).toBe("Finish and see how it went");
  button(root, "Finish and see how it went").click();
  await pass();
  button(root, "Finish and see how it went").click();
  await pass();
  expect(textOf(root, ".hand-in")).toContain("Finished: nothing can be changed any more.");
});

test("a number says how it was read, in the reader's language", () => {
  const en = new Words(words, info(), "en");
  const es = new Words(words, info(), "es");
  expect(readingOf(en, "3/28", true)).toBe("Read as 3/28 (≈ 10.7%)");
  expect(readingOf(en, "6/56", true)).toBe("Read as 3/28 (≈ 10.7%)");
  expect(readingOf(es, "0,107", true)).toBe("Leído como 10,7\u00a0%");
  expect(readingOf(en, "69/14", false)).toBe("Read as 69/14 (≈ 4.9286)");
  expect(readingOf(es, "-4,5", false)).toBe("Leído como −4,5");
  expect(readingOf(en, "-3", false)).toBe("Read as −3");
  expect(readingOf(en, "three", false)).toContain("A plain number is wanted here");
  expect(tidy(" ≈ “no” ")).toBe("“no”");
});
