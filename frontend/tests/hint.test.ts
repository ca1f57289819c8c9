/** Hints: asked for, shown at their step, put away. */
import { expect, test } from "vitest";
import { button, pass, shown, textOf } from "./shown";

const hint = {
  line: "",
  step: 6,
  player: 0,
  policy: "careful",
  method: "estimate",
  verdict: null,
  rows: [
    {
      label: { key: "toy.action.draw", values: {} },
      value: 2.333,
      exact: { numerator: "7", denominator: "3" },
      standard_error: null,
      n: null,
    },
    {
      label: { key: "toy.action.pass", values: {} },
      value: -1.1875,
      exact: null,
      standard_error: 0.4398,
      n: 16,
    },
  ],
};

test("a hint is asked for, shown at its step only, put away and shown again", async () => {
  const { root, model } = await shown({ step: 6 });
  expect(root.querySelector(".worth")).toBeNull();
  button(root, "A hint").click();
  expect(model.saved.at(-1)).toEqual({
    intent: { id: 1, do: "explain", line: "", step: 6, action: null },
  });
  model.receive({ hint, answered: 1 });
  await pass();
  const rows = [...root.querySelectorAll(".worth tr")].map((row) => row.textContent);
  expect(rows).toEqual(["Draw a card7/3 (≈ 2.33)", "Pass−1.19 ± 0.44"]);
  expect(textOf(root, ".worth caption")).toContain("from 16 games");
  expect(root.querySelectorAll(".worth .below").length).toBe(1);
  expect(button(root, "A hint").getAttribute("aria-expanded")).toBe("true");
  button(root, "A hint").click();
  await pass();
  expect(root.querySelector(".worth")).toBeNull();
  const asked = model.saved.length;
  button(root, "A hint").click();
  await pass();
  expect(root.querySelector(".worth")).not.toBeNull();
  expect(model.saved.length).toBe(asked); // it is known already
  button(root, "First step").click();
  await pass();
  expect(root.querySelector(".worth")).toBeNull();
});

test("where there is no Python, or nobody chooses, no hint is offered", async () => {
  const { root } = await shown({ step: 6, _static: true });
  expect(root.querySelector(".advice")).toBeNull();
  const { root: other } = await shown({ step: 1 });
  expect(button(other, "A hint")).toBeUndefined();
});

test("after a choice the reader asks whether there was something better", async () => {
  const { root, model } = await shown({ step: 1 });
  button(root, "Was there something better?").click();
  expect(model.saved.at(-1)).toEqual({
    intent: { id: 1, do: "why", line: "", step: 1, action: null },
  });
  const verdict = { kind: "better", made: 1, rival: 0, difference: 3.52, standard_error: 0.44 };
  const asked = { line: "", step: 0, player: 0, policy: "careful", after: true };
  model.receive({ hint: { ...hint, step: 0, verdict }, hints: [asked], answered: 1 });
  await pass();
  expect(textOf(root, ".verdict")).toBe(
    "By this measure “Draw a card” would have been better, by about 3.52 (standard error 0.44).",
  );
  expect(textOf(root, ".made")).toBe("✓ Pass (chosen)−1.19 ± 0.44");
  expect(textOf(root, ".advice")).toContain("A good choice may still end badly");
  expect(textOf(root, ".asks")).toContain("1 hint so far");
  const kinds: [string, number | null, string][] = [
    ["better", null, "By this measure “Draw a card” would have been better, by 3.52."],
    ["best", null, "By this measure nothing was better than what Ana chose."],
    ["unclear", 1.9, "What Ana chose and “Draw a card” cannot be told apart"],
    ["only", null, "There was nothing else to choose."],
  ];
  for (const [kind, standard_error, text] of kinds) {
    model.receive({ hint: { ...hint, step: 0, verdict: { ...verdict, kind, standard_error } } });
    await pass();
    expect(textOf(root, ".verdict")).toContain(text);
  }
  button(root, "First step").click();
  await pass();
  expect(root.querySelector(".worth")).toBeNull(); // before the choice it would give the answer away
});
