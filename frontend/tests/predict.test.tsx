import { expect, test } from "vitest";
import type { Frame, Predicted, PredictQuestion } from "../src/contract";
import { staticModel } from "../src/host";
import { Words } from "../src/messages";
import { went } from "../src/predict";
import generic from "../src/views/generic";
import { FakeModel, frames, info, messages } from "./fixture";
import { button, cleanups, pass, press, shown, stepOf, textOf } from "./shown";

const card = (name: string, numerator: number, denominator = 10) => ({
  answer: `reveal ${name}`,
  player: null,
  label: { key: "toy.odds.card", values: { card: name } },
  chance: { numerator: String(numerator), denominator: String(denominator) },
});
const choice = (notation: string, player = 1) => ({
  answer: notation,
  player,
  label: { key: `toy.action.${notation}`, values: {} },
  chance: null,
});
const draw: PredictQuestion = {
  kind: "chance",
  player: null,
  answers: [card("cat", 5), card("dog", 4), card("iguana", 1)],
  truth: "reveal dog",
};
const decision: PredictQuestion = {
  kind: "decision",
  player: 1,
  answers: [choice("draw"), choice("pass")],
  truth: "pass",
};
const score: PredictQuestion = { kind: "score", player: 1, answers: [], truth: -2 };

/** A toy game of seven frames with questions at some steps, which are beats then. */
const asking = (questions: Record<number, PredictQuestion>, count = 7) =>
  frames(count, ({ step }): Partial<Frame> => {
    const question = questions[step];
    return question ? { question, beat: true } : {};
  });

const radios = (root: ShadowRoot) => [
  ...root.querySelectorAll<HTMLInputElement>("[data-question] input"),
];
const say = async (root: ShadowRoot, at: number) => {
  (radios(root)[at] as HTMLInputElement).click();
  await pass();
};
const confirm = async (root: ShadowRoot) => {
  button(root, "Confirm").click();
  await pass();
};

test("the first open question is a wall for forward, play, last, slider, keys and log", async () => {
  const { root, model } = await shown({ frames: asking({ 3: draw, 5: decision }) });
  for (let i = 0; i < 4; i++) await press(root, { key: ".", code: "Period" });
  expect(stepOf(root)).toBe("Step 3 of 6");
  await press(root, { key: ":", code: "Period", shiftKey: true });
  expect(stepOf(root)).toBe("Step 3 of 6");
  expect(button(root, "Forward").getAttribute("aria-disabled")).toBe("true");
  expect(
    root.getElementById(button(root, "Forward").getAttribute("aria-describedby") ?? ""),
  ).not.toBe(null);
  button(root, "First step").click();
  await pass();
  button(root, "Last step").click();
  await pass();
  expect(stepOf(root)).toBe("Step 3 of 6");
  const slider = root.querySelector("input[type=range]") as HTMLInputElement;
  slider.value = "6";
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await pass();
  expect([stepOf(root), slider.value]).toEqual(["Step 3 of 6", "3"]);
  expect(root.querySelectorAll(".log .line").length).toBe(4);
  expect(textOf(root, ".log .veil")).toBe("3 more lines, covered until you have predicted");
  expect(root.querySelector(".marks-of .veil")).not.toBe(null);
  await pass(300);
  expect(model.saved.at(-1)).toEqual({ step: 3 });
});

test("play pauses at a question, and does not begin at one", async () => {
  const { root, model } = await shown({ frames: asking({ 3: draw }) });
  button(root, "Play").click();
  await pass(20_000);
  expect([stepOf(root), model.get("playing")]).toEqual(["Step 3 of 6", false]);
  button(root, "Play").click();
  await pass(20_000);
  expect([stepOf(root), model.get("playing")]).toEqual(["Step 3 of 6", false]);
});

test("Python lets it play as far as the question", async () => {
  const { root, model } = await shown({ frames: asking({ 3: draw }), step: 3 });
  model.receive({ playing: true });
  await pass(20_000);
  expect([stepOf(root), model.get("playing")]).toEqual(["Step 3 of 6", false]);
});

test("an answer can change until it is confirmed; then it stays, and the way is open", async () => {
  const { root, model } = await shown({ frames: asking({ 3: draw, 5: decision }), step: 3 });
  expect(textOf(root, "legend")).toBe("Predict first: what will come?");
  expect(textOf(root, ".odds .bars")).toBe(null);
  expect(textOf(root, ".odds .veil")).toBe("Covered until you have predicted.");
  expect(textOf(root, ".went")).toBe(null);
  await confirm(root); // nothing is chosen yet
  expect(model.get("predicted") ?? []).toEqual([]);
  await say(root, 1);
  await say(root, 0);
  expect(radios(root).map((one) => one.checked)).toEqual([true, false, false]);
  expect(model.saved).toEqual([]);
  await confirm(root);
  expect(model.saved).toEqual([{ predicted: [{ step: 3, kind: "chance", answer: "reveal cat" }] }]);
  expect(textOf(root, "[role=status] .went")).toBe(
    "You said “Cat”, and nothing was likelier: 5/10 (50%). Something else came, “Dog”: 4/10 (40%). That is luck, not a mistake.",
  );
  expect(radios(root)).toEqual([]);
  expect(root.activeElement).toBe(button(root, "Forward"));
  expect(root.querySelector(".odds .bars")).not.toBe(null);
  for (let i = 0; i < 4; i++) await press(root, { key: ".", code: "Period" });
  expect(stepOf(root)).toBe("Step 5 of 6");
  await say(root, 1);
  await confirm(root);
  expect(textOf(root, ".went")).toBe("You foresaw it: <b>Bo</b> chose “Pass”.");
  await press(root, { key: ".", code: "Period" });
  expect(stepOf(root)).toBe("Step 6 of 6");
  expect(root.querySelector(".veil")).toBe(null);
  expect(textOf(root, ".tally")).toContain("Draws: you named the likeliest in 1 of 1.");
  expect(textOf(root, ".tally")).toContain("came in 0; 0.50 were to be expected");
  expect(textOf(root, ".tally")).toContain("Choices: you foresaw 1 of 1.");
  expect(textOf(root, ".tally")).toContain("One game proves little");
});

test("the tally is closed until it is asked for, and open at the end of the game", async () => {
  const game = asking({ 3: draw }, 8).map((one, i) => ({ ...one, over: i === 7 }));
  const predicted = [{ step: 3, kind: "chance", answer: "reveal cat" }];
  const { root } = await shown({ frames: game, step: 4, predicted });
  const tally = root.querySelector(".tally") as HTMLDetailsElement;
  expect(tally.open).toBe(false);
  button(root, "Last step").click();
  await pass();
  expect((root.querySelector(".tally") as HTMLDetailsElement).open).toBe(true);
});

test("a step before the question that shows the same chances keeps them covered", async () => {
  const { root } = await shown({ frames: asking({ 3: draw }), step: 0 });
  expect(root.querySelector(".odds .veil")).not.toBe(null);
  const other = await shown({ frames: asking({ 3: decision }), step: 0 });
  expect(other.root.querySelector(".odds .veil")).toBe(null);
});

test("a number is asked for a score, also below zero", async () => {
  const { root, model } = await shown({ frames: asking({ 3: score }), step: 3 });
  const field = root.querySelector("[data-question] input") as HTMLInputElement;
  for (const [typed, answer] of [
    ["", undefined],
    ["1.5", undefined],
    ["-2", -2],
  ] as const) {
    field.value = typed;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await pass();
    await confirm(root);
    expect(model.get("predicted")?.[0]?.answer).toBe(answer);
  }
  expect(textOf(root, ".went")).toBe("You foresaw it: <b>Bo</b> then has −2.");
});

test("many answers are a list, and in a race each names its player", async () => {
  const many = Array.from({ length: 13 }, (_, i) => ({
    ...choice("draw", i % 2),
    answer: `d${i}`,
  }));
  const race = { ...decision, player: null, answers: many, truth: "d3" };
  const { root, model } = await shown({ frames: asking({ 3: race }), step: 3 });
  expect(textOf(root, "legend")).toBe("Predict first: who acts next, and how?");
  const list = root.querySelector("[data-question] select") as HTMLSelectElement;
  expect([...list.options].slice(0, 3).map((one) => one.text)).toEqual([
    "Choose…",
    "Ana: Draw a card",
    "<b>Bo</b>: Draw a card",
  ]);
  list.value = "d4";
  list.dispatchEvent(new Event("change", { bubbles: true }));
  await pass();
  await confirm(root);
  expect(model.get("predicted")?.[0]?.answer).toBe("d4");
  expect(textOf(root, ".went")).toContain("What came was “<b>Bo</b>: Draw a card”");
});

test("what a choice scores is covered in its answer", async () => {
  const label = { key: "toy.line.pair", values: { count: 2, key: "cat", points: 5 } };
  const en = {
    ...messages.en,
    toy: { ...messages.en?.toy, line: { pair: "Pay {points|signed}" } },
  };
  const question = { ...decision, answers: [{ ...choice("pass"), label }, choice("draw")] };
  const { root } = await shown({
    frames: asking({ 3: question }),
    step: 3,
    messages: { ...messages, en } as typeof messages,
  });
  expect(textOf(root, "[data-question] label")).toBe("Pay ?");
  await say(root, 0);
  await confirm(root);
  expect(textOf(root, ".went")).toContain("“Pay +5”");
});

test("Python goes anywhere; what it passes by is open, and the next question stands", async () => {
  const { root, model } = await shown({ frames: asking({ 2: draw, 5: decision }, 10) });
  model.receive({ step: 4 });
  await pass();
  expect(stepOf(root)).toBe("Step 4 of 9");
  expect(root.querySelectorAll(".log .line").length).toBe(5);
  button(root, "Last step").click();
  await pass();
  expect(stepOf(root)).toBe("Step 5 of 9");
  button(root, "First step").click();
  await press(root, { key: ".", code: "Period" });
  await press(root, { key: ".", code: "Period" });
  expect(stepOf(root)).toBe("Step 2 of 9");
  expect(radios(root)).toEqual([]); // seen already: nothing to predict
});

test("questions that come later never take away what is on screen", async () => {
  const { root, model } = await shown({ frames: frames(10), step: 0 });
  button(root, "Last step").click();
  await pass();
  model.receive({ frames: asking({ 3: draw }, 10) });
  await pass();
  expect([stepOf(root), root.querySelector(".veil")]).toEqual(["Step 9 of 9", null]);
});

test("what a bot does is caught up with as far as its first question", async () => {
  const { root, model } = await shown({ frames: frames(7), step: 6 });
  model.receive({ frames: asking({ 8: decision, 10: decision }, 13), step: 8 });
  await pass(10_000);
  expect(stepOf(root)).toBe("Step 8 of 12");
  await say(root, 0);
  await confirm(root);
  expect(textOf(root, ".went")).toBe("You said “Draw a card”. <b>Bo</b> chose “Pass”.");
  button(root, "Play").click();
  await pass(20_000);
  expect(stepOf(root)).toBe("Step 10 of 12");
});

test("what was taken back is predicted anew", async () => {
  const { root, model } = await shown({ frames: asking({ 3: draw }, 10), step: 9 });
  expect(root.querySelector(".veil")).toBe(null);
  model.receive({ frames: asking({}, 3), step: 2 });
  await pass();
  model.receive({ frames: asking({ 4: decision }, 8), step: 4 });
  await pass(10_000);
  expect(stepOf(root)).toBe("Step 4 of 7");
  expect(radios(root).length).toBe(2);
});

test("what is held back says so, before and after it is answered", async () => {
  const held = { ...decision, truth: null };
  const { root, model } = await shown({
    frames: asking({ 6: held }),
    step: 6,
    info: info({ held: true, you: [] }),
  });
  expect(root.textContent).toContain("The game is held at this step");
  await say(root, 0);
  await confirm(root);
  expect(textOf(root, ".went")).toContain("What came is held back");
  expect(root.querySelector(".tally")).toBe(null);
  model.receive({ frames: asking({ 6: decision }, 9), info: info({ you: [] }) });
  await pass();
  expect(stepOf(root)).toBe("Step 6 of 8");
  expect(textOf(root, ".went")).toBe("You said “Draw a card”. <b>Bo</b> chose “Pass”.");
  expect(root.textContent).not.toContain("The game is held");
});

test("G goes to the question; nothing happens where none is open", async () => {
  const { root } = await shown({ frames: asking({ 3: draw }), step: 3 });
  const event = await press(root, { key: "g", code: "KeyG" });
  expect(root.activeElement).toBe(radios(root)[0]);
  expect(event.defaultPrevented).toBe(true);
  await say(root, 2);
  await press(root, { key: "g", code: "KeyG" });
  expect(root.activeElement).toBe(radios(root)[2]);
  (root.activeElement as HTMLElement).blur();
  const plain = await shown();
  expect((await press(plain.root, { key: "g", code: "KeyG" })).defaultPrevented).toBe(false);
});

test("the question is said with its step", async () => {
  const { root } = await shown({ frames: asking({ 1: draw }) });
  await press(root, { key: ".", code: "Period" });
  await pass(200);
  expect(textOf(root, "[aria-live]")).toContain("Predict first: what will come?");
});

test("a page without Python keeps the answers itself", async () => {
  const model = staticModel({
    ...new FakeModel({ frames: asking({ 3: draw }), step: 3 }).traits,
    predicted: [],
    _static: true,
  });
  const widget = generic();
  cleanups.push(widget.initialize({ model: model as never }));
  const el = document.body.appendChild(document.createElement("div"));
  cleanups.push(widget.render({ model: model as never, el }));
  await pass();
  const root = (el.firstElementChild as HTMLElement).shadowRoot as ShadowRoot;
  await say(root, 2);
  await confirm(root);
  expect(textOf(root, ".went")).toContain("What came is “Dog”");
  button(root, "Last step").click();
  await pass();
  expect(stepOf(root)).toBe("Step 6 of 6");
});

// ---- how it went: decision and luck apart

const even = [card("cat", 5), card("dog", 5)];
const cases: [PredictQuestion["answers"], string, string, RegExp, RegExp][] = [
  [
    draw.answers,
    "cat",
    "cat",
    /came, as you said, and nothing was likelier: 5\/10/,
    /nada era más/,
  ],
  [draw.answers, "cat", "dog", /nothing was likelier.*luck, not a mistake/, /azar, no un error/],
  [draw.answers, "dog", "dog", /luck, for “Cat” was likelier: 5\/10/, /Eso es suerte/],
  [
    draw.answers,
    "dog",
    "iguana",
    /came is “Iguana”: 1\/10.*Likelier was “Cat”/,
    /Más probable era/,
  ],
  [draw.answers, "dog", "cat", /“Cat”, which was likelier: 5\/10/, /que era más probable/],
  [even, "cat", "cat", /Everything was equally likely, 5\/10.*luck\.$/, /igual de probable/],
  [even, "cat", "dog", /equally likely.*luck, not a mistake/, /azar, no un error/],
];

test.each(cases)("%# a draw is told without blame", (answers, mine, came, en, es) => {
  const question = { ...draw, answers, truth: `reveal ${came}` };
  const said: Predicted = { step: 3, kind: "chance", answer: `reveal ${mine}` };
  for (const [locale, told] of Object.entries({ en, es })) {
    const sentence = went(question, said, new Words(messages, info(), locale));
    expect(sentence).toMatch(told);
    expect(sentence).not.toMatch(/wrong|[{}]|common\./);
  }
});

/** A branch that leaves the toy game at a step, with three steps of its own. */
const branchAt = (step: number) => ({
  id: "A",
  parent: "",
  step,
  player: 1,
  action: { key: "toy.action.draw", values: {} },
  again: false,
  redealt: false,
  frames: frames(step + 4).slice(step + 1),
});

test("an open question is answered neither by a hint nor by what if", async () => {
  const game = asking({ 3: decision });
  const { root, model } = await shown({ frames: game, lines: [], line: "", step: 3 });
  expect(textOf(root, ".advice")?.includes("What if?") ?? false).toBe(false);
  model.receive({ predicted: [{ step: 3, kind: "decision", answer: "draw" }] });
  await pass();
  expect(textOf(root, ".advice")).toContain("What if?");
});

test("a branch is free of the game's questions, and says of the game only what is open", async () => {
  const game = asking({ 2: draw, 5: decision });
  const [seen, end] = [game[5] as Frame, game[6] as Frame];
  seen.scores = [{ total: 5, lines: [] }, null];
  end.scores = [{ total: 77, lines: [] }, null];
  const predicted = [{ step: 2, kind: "chance", answer: "reveal cat" }];
  const all = { frames: game, lines: [branchAt(2)], line: "A", step: 3, predicted };
  const { root } = await shown({ ...all, info: info() });
  for (let i = 0; i < 5; i++) await press(root, { key: ":", code: "Period", shiftKey: true });
  expect(stepOf(root)).toContain("Step 5 of 5");
  expect(textOf(root, ".both")).not.toContain("77");
  expect(textOf(root, ".both")).toContain("5");
  button(root, "Back to the game").click();
  await pass();
  expect(stepOf(root)).toContain("Step 2 of 6");
  for (let i = 0; i < 6; i++) await press(root, { key: ":", code: "Period", shiftKey: true });
  expect(stepOf(root)).toContain("Step 5 of 6");
});
