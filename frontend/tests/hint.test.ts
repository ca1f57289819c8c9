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
