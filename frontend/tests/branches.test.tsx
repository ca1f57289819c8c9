/** Branches: which frames are on screen, what is said of it, what is written to the model and when. */
import { expect, test, vi } from "vitest";
import type { Comparison, Frame, Line } from "../src/contract";
import { colourOf, composed, doneIn, nameOf, ownerOf } from "../src/lines";
import { Words } from "../src/messages";
import { frames, info, messages, packed } from "./fixture";
import { button, pass, press, shown, stepOf, textOf } from "./shown";

const GAME = frames(7);
const words = (locale = "en") => new Words(messages, info(), locale);

/** A branch of as many steps, in which Bo draws again and again. */
function line(more: Partial<Line> = {}, steps = 3): Line {
  const step = more.step ?? 3;
  const own = frames(step + steps + 1).slice(step + 1);
  return {
    id: "A",
    parent: "",
    step,
    player: 1,
    action: { key: "toy.action.draw", values: {} },
    again: false,
    redealt: false,
    frames: own.map((frame) => ({
      ...frame,
      captions: [{ rule: "S1", player: 1, key: "toy.event.draw", values: {} }],
    })),
    ...more,
  };
}

const compared = (more: Partial<Comparison> = {}): Comparison => ({
  line: "A",
  statistic: "winner",
  chosen: true,
  done: 400,
  n: 400,
  running: false,
  parent: [
    { value: 0.25, exact: null, standard_error: 0.0217 },
    { value: 0.75, exact: null, standard_error: 0.0217 },
  ],
  branch: [
    { value: 0.3333, exact: { numerator: "1", denominator: "3" }, standard_error: null },
    { value: 1, exact: { numerator: "1", denominator: "1" }, standard_error: null },
  ],
  ...more,
});

// ---------------------------------------------------------------- pure functions

test("a branch is its parent up to where it leaves it, which is a place to stop, and then its own", () => {
  const [a, b] = [line(), line({ id: "B", parent: "A", step: 5 }, 1)];
  expect(composed([a, b], "", GAME)).toBe(GAME);
  expect(composed([a, b], "A", GAME)).toEqual([
    ...GAME.slice(0, 3),
    { ...GAME[3], beat: true },
    ...a.frames,
  ]);
  const both = composed([a, b], "B", GAME);
  expect(both.slice(0, 3)).toEqual(GAME.slice(0, 3));
  expect(both.slice(4)).toEqual([
    a.frames[0],
    { ...(a.frames[1] as Frame), beat: true },
    ...b.frames,
  ]);
});

test("a step belongs to the line in which it was played", () => {
  const lines = [line(), line({ id: "B", parent: "A", step: 5 }, 1)];
  const owners = [0, 3, 4, 5, 6].map((step) => ownerOf(lines, "B", step));
  expect(owners).toEqual(["", "", "A", "A", "B"]);
  expect(ownerOf(lines, "", 6)).toBe("");
});

test("a branch is named by what was done, or by what was chosen, or as drawn afresh", () => {
  expect(nameOf(line(), words())).toBe("Branch A: <b>Bo</b> draws.");
  const silent = (line().frames as Frame[]).map((frame) => ({ ...frame, captions: [] }));
  expect(doneIn(line({ frames: silent }), words())).toBe("<b>Bo</b>: Draw a card");
  expect(doneIn(line({ frames: silent, player: -1 }), words())).toBe("Draw a card");
  expect(doneIn(line({ action: null, player: null }), words("es"))).toBe("El azar sortea de nuevo");
  expect(nameOf(line({ again: true }), words())).toContain("with other luck");
});

test("a branch keeps its colour, whatever becomes of the others", () => {
  expect(["A", "B", "F", "G", "Z", "AA"].map(colourOf)).toEqual(
    [0, 1, 5, 0, 1, 2].map((n) => `var(--mw-line-${n})`),
  );
});

// ---------------------------------------------------------------- on screen

const WITH = { lines: [line()], line: "", compared: [], hints: [] };

test("without branches there is no bar; with one, the letters lead there and back", async () => {
  const { root } = await shown({ lines: [], step: 2 });
  expect(root.querySelector(".mw-lines")).toBeNull();
  const { root: other, model } = await shown({ ...WITH, step: 2 });
  expect(button(other, "The game").getAttribute("aria-pressed")).toBe("true");
  button(other, "Branch A: <b>Bo</b> draws.").click();
  await pass();
  expect(model.saved.at(-1)).toEqual({ line: "A" }); // step 2 is in both: it stays on screen
  expect(stepOf(other)).toContain("Step 2 of 6");
  await press(other, { key: ".", code: "Period" });
  await press(other, { key: ".", code: "Period" });
  expect(stepOf(other)).toBe("Step 4 of 6A");
  expect(textOf(other, ".line-name")).toBe("From step 3Branch A: <b>Bo</b> draws.");
  expect(other.querySelectorAll(".log .branched").length).toBe(3);
  button(other, "Back to the game").click();
  await pass();
  expect(model.saved.at(-1)).toEqual({ line: "", step: 3 });
  expect(stepOf(other)).toBe("Step 3 of 6");
  expect(other.querySelector(".both")).toBeNull();
});

test("a branch that is entered from after its step begins with what was done", async () => {
  const { root, model } = await shown({ ...WITH, step: 6 });
  button(root, "Branch A: <b>Bo</b> draws.").click();
  await pass(400);
  expect(model.saved).toEqual([{ line: "A", step: 4 }]);
  expect(textOf(root, ".say")).toBe("<b>Bo</b> draws.");
});

test("Python shows a branch, and the browser hears what it is", async () => {
  const { root, model } = await shown({ ...WITH, lines: [], step: 3 });
  model.receive({ lines: packed([line()]) as never, line: "A", step: 4 });
  await vi.waitFor(() => expect(stepOf(root)).toBe("Step 4 of 6A"));
  await pass(400);
  expect(textOf(root, "[aria-live]")).toMatch(/^Branch A: <b>Bo<\/b> draws\. Step 4\./);
  await press(root, { key: ".", code: "Period" });
  await pass(400);
  expect(textOf(root, "[aria-live]")).toMatch(/^Branch A\. Step 5\./);
  const slider = root.querySelector("input") as HTMLInputElement;
  expect(slider.getAttribute("aria-valuetext")).toMatch(/^Branch A\. Step 5 of 6/);
  expect(root.querySelector(".fork")?.getAttribute("style")).toContain("50%");
  model.receive({ line: "", step: 3 });
  await pass(400);
  expect(textOf(root, "[aria-live]")).toMatch(/^The game\. Step 3\./);
  expect(model.saved).toEqual([{ step: 5 }]);
});

test("the reader asks what if, and gets what can be done there", async () => {
  const { root, model } = await shown({ ...WITH, step: 0 });
  expect(button(root, "What if?").getAttribute("aria-expanded")).toBe("false");
  button(root, "What if?").click();
  await pass();
  const options = [...root.querySelectorAll(".options button")].map((one) => one.textContent);
  expect(options).toEqual(["Draw a card (the same, with other luck)", "Pass"]);
  button(root, "Pass").click();
  expect(model.saved.at(-1)).toEqual({
    intent: { id: 1, do: "branch", line: "", step: 0, action: "pass" },
  });
});

test("where chance decides, its outcomes are offered, and another draw", async () => {
  const odds = [
    {
      title: { key: "toy.odds.next", values: {} },
      method: "exact",
      rows: ["cat", "dog"].map((card) => ({
        label: { key: "toy.odds.card", values: { card } },
        numerator: "1",
        denominator: "4",
        ...(card === "cat" ? { action: "reveal cat" } : {}),
      })),
    },
  ];
  const made = frames(7, (frame) => (frame.view.acting_players[0] === -1 ? { odds } : {}));
  const { root, model } = await shown({ ...WITH, lines: [], frames: made, step: 1 });
  button(root, "What if?").click();
  await pass();
  const options = [...root.querySelectorAll(".options button")].map((one) => one.textContent);
  expect(options).toEqual(["Cat", "Draw afresh from here"]);
  button(root, "Draw afresh from here").click();
  expect(model.saved.at(-1)).toEqual({
    intent: { id: 1, do: "branch", line: "", step: 1, action: null },
  });
});

test("a page without Python shows the branches there are, and says why there can be no more", async () => {
  const { root } = await shown({ ...WITH, step: 2, compared: [compared()], _static: true });
  button(root, "What if?").click();
  await pass();
  expect(textOf(root, ".options, .advice .quiet-line")).toContain("no Python");
  expect(root.querySelector(".options button")).toBeNull();
  button(root, "Branch A: <b>Bo</b> draws.").click();
  await pass();
  expect(textOf(root, ".both")).toContain("25.0% ± 2.2");
  expect(button(root, "Remove branch A")).toBeUndefined();
});

test("both lines: how they end, and what they are worth, exact or with its error", async () => {
  const { root, model } = await shown({ ...WITH, line: "A", step: 4 });
  expect(textOf(root, ".both")).toContain("Ana66");
  button(root, "Work out the chances").click();
  expect(model.saved.at(-1)).toEqual({
    intent: { id: 1, do: "compare", line: "A", step: 4, action: null },
  });
  model.receive({ answered: 1, compared: [compared({ done: 0, parent: [], branch: [] })] });
  await pass();
  expect(textOf(root, ".both")).not.toContain("Estimated");
  expect(button(root, "Work out the chances")).toBeDefined();
  model.receive({ compared: [compared({ done: 40, running: true })] });
  await pass();
  expect(textOf(root, ".both")).toContain("40 of 400 games");
  model.receive({ compared: [compared()] });
  await pass();
  const said = textOf(root, ".both") ?? "";
  expect(said).toContain("Ana25.0% ± 2.21/3 (≈ 33.3%)");
  expect(said).toContain("<b>Bo</b>75.0% ± 2.2100%");
  expect(said).toContain("Estimated from 400 games");
  expect(root.querySelector(".both button")).toBeNull();
  model.receive({ compared: [compared({ done: 0, n: 0, statistic: "final_scores" })] });
  await pass();
  expect(textOf(root, ".both")).toContain("Points on average, after step 4");
  expect(textOf(root, ".both")).toContain("Exact: every way");
});

test("a branch that was removed by a new choice is missed aloud, one removed here is not", async () => {
  const { root, model } = await shown({ ...WITH, line: "A", step: 4 });
  const said = () =>
    [...root.querySelectorAll("[role=status]")].map((one) => one.textContent).join("");
  model.receive({ lines: [], line: "", frames: frames(10), step: 9 });
  await pass(100);
  expect(stepOf(root)).toBe("Step 9 of 9");
  expect(said()).toContain("Branch A is gone");
  model.receive({ lines: [line({ id: "B" })], line: "B", step: 4 });
  await pass(100);
  button(root, "Remove branch B").click();
  await pass();
  expect(said()).toBe("");
  expect(model.saved.at(-1)).toEqual({
    intent: { id: 1, do: "remove", line: "B", step: 4, action: null },
  });
  model.receive({ lines: [], line: "", step: 3, answered: 1 });
  await pass(100);
  expect([stepOf(root), said()]).toEqual(["Step 3 of 9", ""]);
});

test("a line that is not there is the game", async () => {
  const { root } = await shown({ ...WITH, line: "Q", step: 2 });
  expect(stepOf(root)).toBe("Step 2 of 6");
  expect(root.querySelector(".in-branch")).toBeNull();
});
