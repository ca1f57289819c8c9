import { expect, test, vi } from "vitest";
import type { BoardProps } from "../src/game";
import type { Traits } from "../src/model";
import { widget } from "../src/mount";
import { frames, info, messages, packed, refusal } from "./fixture";
import { button, cleanups, pass, press, shown, stepOf, textOf } from "./shown";

test("one frame: header, zones and values, caption, chance, rule, odds, scores, log", async () => {
  const { root } = await shown({ step: 2 });
  expect(textOf(root, "h2")).toBe("Toy");
  expect(stepOf(root)).toBe("Step 2 of 6");
  expect(textOf(root, ".say")).toBe("It is a Iguana.");
  expect(textOf(root, ".chance")).toBe("The chance of this was 3/28 (≈ 10.7%).");
  expect(textOf(root, ".mw-table")).toContain("Deck");
  expect(textOf(root, ".mw-table")).toContain("9 × hidden card");
  expect(textOf(root, ".mw-table")).toContain("Ana’s hand2 × Catnew");
  expect(textOf(root, ".odds")).toContain("Dog1/4 (25%)");
  expect(textOf(root, ".hands")).toContain("hidden");
  expect(root.querySelectorAll(".log li").length).toBe(6);
  expect(textOf(root, "[aria-current=step]")).toBe("2It is a Iguana.");
});

test("a score is counted in points, or in what the game counts", async () => {
  const { root } = await shown({ step: 2 });
  expect(textOf(root, ".tot.num")).toBe("2 points");
  const en = messages.en as NonNullable<(typeof messages)[string]>;
  const ui = { ...en.toy?.ui, points: { one: "cat", other: "cats" } };
  const own = { ...messages, en: { ...en, toy: { ...en.toy, ui } } };
  expect(textOf((await shown({ step: 2, messages: own })).root, ".tot.num")).toBe("2 cats");
});

test("the caption sums up what lay between two beats", async () => {
  const { root } = await shown({ step: 4 });
  expect(textOf(root, ".earlier")).toBe("Ana pays back.");
  expect(textOf(root, ".say")).toBe("<b>Bo</b> draws.");
  expect([...root.querySelectorAll(".rule-buttons button")].map((one) => one.textContent)).toEqual([
    "Rule S1",
    "Rule D1",
  ]);
});

test("a rule opens with its text, its status and where it comes from", async () => {
  const { root } = await shown({ step: 4 });
  button(root, "Rule S1").click();
  await pass();
  expect(textOf(root, ".rule")).toBe("Draw one card.Stated in the rules · Rules, page 2");
  button(root, "Rule D1").click();
  await pass();
  expect(textOf(root, ".rule")).toBe("Pay back.Derived · follows from S1 and S2");
  button(root, "Rule D1").click();
  await pass();
  expect(root.querySelector(".rule")).toBeNull();
});

test("markup in names stays text", async () => {
  const { root } = await shown({
    step: 4,
    info: info({ players: ["<img src=x onerror=alert(1)>", "<b>Bo</b>"] }),
  });
  expect(root.querySelector("img, b")).toBeNull();
  expect(root.textContent).toContain("<img src=x onerror=alert(1)>");
});

test("every trait that Python or a link changes is seen", async () => {
  const { model, root } = await shown();
  const changes: [Partial<Traits>, () => unknown][] = [
    [{ step: 3 }, () => stepOf(root)],
    [{ locale: "es" }, () => textOf(root, "h2")],
    [{ theme: "dark" }, () => root.querySelector(".mw")?.getAttribute("data-theme")],
    [{ speed: 2 }, () => root.querySelector("select")?.value],
    [{ playing: true }, () => button(root, "Pausa") !== undefined],
    [{ playing: false }, () => button(root, "Pausa") !== undefined],
    [{ show_odds: false }, () => root.querySelector(".bars") !== null],
    [{ info: info({ undone: true }) }, () => textOf(root, ".marks")],
    [{ info: info({ branch: { step: 3, number: 2 } }) }, () => textOf(root, ".marks")],
    [{ error: refusal() }, () => textOf(root, "[role=alert]")],
    [{ frames: packed(frames(4)) }, () => root.querySelectorAll(".log li").length],
    [{ messages: { en: messages.en ?? {} } }, () => textOf(root, "h2")],
  ];
  for (const [change, look] of changes) {
    const before = look();
    model.receive(change);
    await vi.waitFor(() => expect(look(), JSON.stringify(Object.keys(change))).not.toEqual(before));
  }
  expect(root.querySelector(".mw")?.getAttribute("lang")).toBe("es");
  expect(model.saved.filter((one) => !("step" in one || "playing" in one))).toEqual([]);
});

test("an external change writes nothing to the model", async () => {
  const { model } = await shown();
  model.receive({ step: 3 });
  model.receive({ locale: "es", theme: "dark", speed: 4, show_odds: false });
  await pass(3000);
  expect(model.saved).toEqual([]);
});

test("the switches write their traits", async () => {
  const { model, root } = await shown();
  button(root, "ES").click();
  await pass();
  button(root, "Ocultar").click();
  const select = root.querySelector("select") as HTMLSelectElement;
  select.value = "2";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  const slider = root.querySelector("input") as HTMLInputElement;
  slider.value = "5";
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await pass(300);
  expect(model.saved).toEqual([{ locale: "es" }, { show_odds: false }, { speed: 2 }, { step: 5 }]);
  expect(stepOf(root)).toBe("Paso 5 de 6");
  expect(slider.getAttribute("aria-valuetext")).toContain("Paso 5 de 6. Es: Iguana.");
});

test("the slider follows when the game grows", async () => {
  const { model, root } = await shown({ step: 6 });
  model.receive({ frames: frames(13), step: 12 });
  await pass(7000);
  const slider = root.querySelector("input") as HTMLInputElement;
  expect([slider.max, slider.value]).toEqual(["12", "12"]);
});

test("keys step, play, and list themselves; they do not leave the widget", async () => {
  const { root, el } = await shown();
  const heard = vi.fn();
  el.addEventListener("keydown", heard);
  const after = async (init: KeyboardEventInit) => {
    await press(root, init);
    return stepOf(root);
  };
  expect(await after({ key: ".", code: "Period" })).toBe("Step 1 of 6");
  expect(await after({ key: ":", code: "Period", shiftKey: true })).toBe("Step 2 of 6");
  expect(await after({ key: ".", code: "Period" })).toBe("Step 4 of 6");
  expect(await after({ key: ";", code: "Comma", shiftKey: true })).toBe("Step 3 of 6");
  expect(await after({ key: ",", code: "Comma" })).toBe("Step 2 of 6");
  await press(root, { key: "p", code: "KeyP" });
  expect(button(root, "Pause")).toBeDefined();
  await press(root, { key: "p", code: "KeyP" }, button(root, "Pause"));
  await press(root, { key: "?", code: "Slash", shiftKey: true });
  expect(root.querySelector("[role=dialog]")).not.toBeNull();
  await press(root, { key: "Escape" });
  expect(root.querySelector("[role=dialog]")).toBeNull();
  for (const key of "abdxm") await press(root, { key });
  expect(heard).not.toHaveBeenCalled();
  await press(root, { key: "s", ctrlKey: true });
  expect(heard).toHaveBeenCalledTimes(1);
  expect((await press(root, { key: "Tab" })).defaultPrevented).toBe(false);
  await press(root, { key: ".", code: "Period" }, root.querySelector("select") as Element);
  expect(stepOf(root)).toBe("Step 2 of 6");
});

test("arrows move inside a group, which is one tab stop", async () => {
  const { root } = await shown({ step: 2 });
  const stops = () =>
    [...root.querySelectorAll<HTMLElement>(".log button")].map((one) => one.tabIndex);
  expect(stops()).toEqual([-1, -1, 0, -1, -1, -1]);
  const lines = [...root.querySelectorAll<HTMLButtonElement>(".log button")];
  lines[2]?.focus();
  await press(root, { key: "ArrowDown" }, lines[2]);
  expect(root.activeElement).toBe(lines[3]);
  expect(stops()).toEqual([-1, -1, -1, 0, -1, -1]);
  await press(root, { key: "Home" }, lines[3]);
  expect(root.activeElement).toBe(lines[0]);
  const tabbable = [...root.querySelectorAll<HTMLElement>("button, input, select")].filter(
    (one) => one.tabIndex >= 0,
  );
  expect(tabbable.length).toBeLessThanOrEqual(12);
});

test("pointing at a line previews it, leaving restores, choosing goes there", async () => {
  const { model, root } = await shown({ step: 4 });
  const line = root.querySelectorAll<HTMLButtonElement>(".log button")[1] as HTMLButtonElement;
  const point = (by: number) =>
    line.dispatchEvent(
      new PointerEvent("pointermove", { pointerType: "mouse", movementY: by, bubbles: true }),
    );
  point(0); // the list scrolled under a still pointer
  await pass();
  expect(stepOf(root)).toBe("Step 4 of 6");
  point(3);
  await pass();
  expect(stepOf(root)).toBe("Step 1 of 6Preview");
  expect(root.querySelector(".log")?.textContent).toContain("4<b>Bo</b> draws.");
  root.querySelector(".log")?.dispatchEvent(new PointerEvent("pointerleave"));
  await pass();
  expect(stepOf(root)).toBe("Step 4 of 6");
  await pass(1000);
  expect(model.saved).toEqual([]);
  point(3);
  await pass();
  model.receive({ step: 5 }); // stepping ends a preview
  await pass();
  expect(stepOf(root)).toBe("Step 5 of 6");
  line.click();
  await pass(300);
  expect(stepOf(root)).toBe("Step 1 of 6");
  expect(model.saved).toEqual([{ step: 1 }]);
});

test("the live region changes exactly once per step, and says number, what, who is next", async () => {
  const { root } = await shown();
  const live = root.querySelector("[aria-live]") as HTMLElement;
  const changed = vi.fn();
  new MutationObserver((records) => changed(records.length)).observe(live, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  await pass(1000);
  expect(live.textContent).toBe("");
  for (const said of [
    "Step 1. Ana draws. Chance decides.",
    "Step 2. It is a Iguana. Ana to move.",
  ]) {
    await press(root, { key: ".", code: "Period" });
    await pass(1000);
    expect(live.textContent).toBe(said);
  }
  expect(changed.mock.calls).toEqual([[1], [1]]);
});

test("in fast play only the end is said; after catching up everything that was played", async () => {
  const { model, root } = await shown({ speed: 4 });
  const live = root.querySelector("[aria-live]") as HTMLElement;
  await press(root, { key: "p", code: "KeyP" });
  await pass(1000);
  expect(live.textContent).toBe("");
  await pass(3000);
  expect(live.textContent).toBe("Step 6. <b>Bo</b> pays back. Ana to move.");
  model.receive({ frames: frames(11) });
  await pass(5000);
  expect(live.textContent).toBe(
    "Step 10. <b>Bo</b> pays back. Ana draws. It is a Iguana. Ana pays back. <b>Bo</b> draws. Chance decides.",
  );
});

test("choices: only at the newest frame; waiting, then new ones keep the focus", async () => {
  const { model, root } = await shown({ step: 4 });
  expect(button(root, "Draw a card")).toBeUndefined();
  button(root, "To the newest step").click();
  await pass();
  const draw = button(root, "Draw a card");
  draw.focus();
  draw.click();
  await pass();
  expect(draw.getAttribute("aria-disabled")).toBe("true");
  expect(textOf(root, ".actions")).toContain("Waiting for Python");
  draw.click();
  expect(model.saved).toEqual([{ intent: { id: 1, step: 6, action: "draw" } }]);
  await pass(3000);
  expect(textOf(root, "[role=status]")).toContain("Python is busy or gone");
  expect(textOf(root, ".actions")).toContain("Python does not answer");
  model.receive({ answered: 1, frames: frames(13), step: 12 });
  await pass();
  expect(textOf(root, "[role=status]")).toBe("");
  expect(stepOf(root)).toBe("Step 7 of 12");
  await pass(5000);
  expect(stepOf(root)).toBe("Step 12 of 12");
  expect(root.activeElement?.textContent).toBe("Draw a card");
});

test("a refusal is an alert in the reader's language, with its rule; it can be dismissed", async () => {
  const { model, root } = await shown({ step: 6, locale: "es" });
  button(root, "Draw a card").click();
  model.receive({ answered: 1, error: refusal() });
  await pass();
  expect(textOf(root, "[role=alert]")).toContain("Not now, Ana.");
  expect(textOf(root, "[role=alert]")).toContain("Regla S1: Draw one card.");
  model.receive({ locale: "en" });
  await pass();
  button(root, "Dismiss").click();
  await pass();
  expect(root.querySelector("[role=alert]")).toBeNull();
});

test("a static page shows the choices, disabled, and says why; watchers see none", async () => {
  const { root } = await shown({ step: 6, _static: true });
  expect(button(root, "Draw a card").getAttribute("aria-disabled")).toBe("true");
  expect(textOf(root, ".actions")).toContain("There is no Python behind this page");
  const watcher = await shown({ step: 6, info: info({ you: [] }) });
  expect(watcher.root.querySelector(".actions")).toBeNull();
});

test("two views of one widget agree; closing one leaves the other", async () => {
  const { root, view, close } = await shown();
  const other = view();
  await pass();
  await press(root, { key: ".", code: "Period" });
  expect([stepOf(root), stepOf(other.root)]).toEqual(["Step 1 of 6", "Step 1 of 6"]);
  close();
  await press(other.root, { key: ".", code: "Period" });
  expect(stepOf(other.root)).toBe("Step 2 of 6");
});

test("initialize twice: one store counts, writes are not doubled", async () => {
  const { model, instance, root } = await shown();
  const before = model.listeners;
  cleanups.push(instance.initialize({ model }));
  await pass();
  expect(model.listeners).toBe(before);
  await press(root, { key: ".", code: "Period" });
  await pass(300);
  expect(stepOf(root)).toBe("Step 1 of 6");
  expect(model.saved).toEqual([{ step: 1 }]);
});

test("words that come packed are waited for, and then stand there", async () => {
  const { root } = await shown({ messages: packed(messages), step: 2 });
  expect(root.textContent).not.toContain("common.");
  await vi.waitFor(() => expect(textOf(root, ".say")).toBe("It is a Iguana."));
});

test("loading, no frames, unreadable frames", async () => {
  const { model, root } = await shown({ frames: packed(frames(3)) });
  model.receive({ frames: new DataView(new ArrayBuffer(4)) });
  expect((await shown({ frames: [] })).root.textContent).toContain("No game yet");
  const broken = await shown({ frames: new DataView(new ArrayBuffer(4)) });
  await vi.waitFor(() => expect(broken.root.textContent).toContain("The game cannot be read"));
  expect(root.querySelector(".mw")).not.toBeNull();
});

test("a board that throws leaves a note; stepping goes on", async () => {
  const silence = vi.spyOn(console, "error").mockImplementation(() => {});
  const Board = ({ frame }: BoardProps) => {
    if (frame.step === 1) throw new Error("no such card");
    return <p class="board">board {frame.step}</p>;
  };
  const { root } = await shown({}, widget({ Board }, ""));
  expect(textOf(root, ".board")).toBe("board 0");
  await press(root, { key: ".", code: "Period" });
  expect(textOf(root, "[role=alert]")).toContain("cannot be drawn");
  await press(root, { key: ".", code: "Period" });
  expect(textOf(root, ".board")).toBe("board 2");
  silence.mockRestore();
});

test("before there are frames, no template shows", async () => {
  const { root } = await shown({ frames: null });
  expect(root.querySelector("h2")?.textContent).toBe("Toy");
  expect(root.querySelector("section")?.getAttribute("aria-label")).toBe("Toy");
});

test.each(["Draw a card", "Rule D1", "A hint"])(
  "a step that takes away what has the focus (%s) leaves it on Forward",
  async (name) => {
    const { root } = await shown({ step: 6 });
    const held = button(root, name);
    held.focus();
    expect(root.activeElement).toBe(held);
    await press(root, { code: "Comma", key: "," }, held);
    expect(held.isConnected).toBe(false);
    expect(root.activeElement).toBe(button(root, "Forward"));
  },
);

test("projector size is a switch that Python hears of, and follows", async () => {
  const { root, model } = await shown();
  button(root, "Projector size").click();
  await pass();
  expect(root.querySelector("section.mw-large")).not.toBeNull();
  expect(model.saved.at(-1)).toEqual({ size: "projector" });
  expect(button(root, "Projector size").getAttribute("aria-pressed")).toBe("true");
  model.receive({ size: "normal" });
  await pass();
  expect(root.querySelector("section.mw-large")).toBeNull();
});
