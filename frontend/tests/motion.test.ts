/** Cards that travel: when, what, and when not. */
import { expect, test, vi } from "vitest";
import { cleanups, pass, press, shown, stepOf } from "./shown";

/** Animations that never end by themselves; `calm` is the reader's wish for less motion. */
function animations(calm = false) {
  const cancel = vi.fn();
  const animate = vi.fn(() => ({ cancel, finished: new Promise(() => {}) }));
  Object.assign(Element.prototype, { animate });
  vi.stubGlobal("matchMedia", () => ({
    matches: calm,
    addEventListener() {},
    removeEventListener() {},
  }));
  cleanups.push(() => {
    Reflect.deleteProperty(Element.prototype, "animate");
    vi.unstubAllGlobals();
  });
  return { animate, cancel };
}

const flights = (root: ShadowRoot) => root.querySelectorAll(".flights > *").length;

test("a card travels when the reader goes on, and the next step ends it", async () => {
  const { animate, cancel } = animations();
  const { root } = await shown({ step: 1 });
  await press(root, { code: "Period", key: "." });
  expect(flights(root)).toBeGreaterThan(0);
  expect(root.querySelector(".flights")?.getAttribute("aria-hidden")).toBe("true");
  const begun = animate.mock.calls.length;
  await press(root, { code: "Comma", key: "," });
  expect(cancel).toHaveBeenCalledTimes(begun);
  expect(flights(root)).toBe(0);
});

test("what flies is the card, once, and only what has moved in the step", async () => {
  animations();
  const { root } = await shown({ step: 3 });
  await press(root, { code: "Period", key: ".", shiftKey: true });
  const flying = [...root.querySelectorAll(".flights > *")].map((one) => one.textContent);
  expect(flying.length).toBe(2); // its back, then its face
  expect(flying[0]).toContain("hidden card");
  expect(flying[1]).toContain("Cat");
  expect(root.querySelector(".flights > svg")).toBeNull();
});

test("looking at a line of the log and away again moves no card", async () => {
  const { animate } = animations();
  const { root } = await shown({ step: 1 });
  await press(root, { code: "Period", key: "." });
  const begun = animate.mock.calls.length;
  const line = root.querySelector(".log .line") as HTMLElement;
  const point = new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse" });
  Object.defineProperty(point, "movementX", { value: 1 });
  line.dispatchEvent(point);
  await pass();
  expect(root.querySelector(".preview")).not.toBeNull();
  root.querySelector(".log")?.dispatchEvent(new PointerEvent("pointerleave"));
  await pass();
  expect(root.querySelector(".preview")).toBeNull();
  expect(animate.mock.calls.length).toBe(begun);
});

test.each([
  ["backwards", {}, { code: "Comma", key: "," }, false],
  ["at four times the speed", { speed: 4 }, { code: "Period", key: "." }, false],
  ["where less motion is wished for", {}, { code: "Period", key: "." }, true],
])("nothing travels %s", async (_, traits, key, calm) => {
  const { animate } = animations(calm);
  const { root } = await shown({ step: 4, ...traits });
  await press(root, key);
  expect(stepOf(root)).not.toContain("Step 4");
  expect(animate).not.toHaveBeenCalled();
});

test("nothing travels while the slider is moved", async () => {
  const { animate } = animations();
  const { root } = await shown({ step: 1 });
  const slider = root.querySelector("input") as HTMLInputElement;
  slider.value = "2";
  slider.dispatchEvent(new Event("input"));
  await pass();
  expect(stepOf(root)).toContain("Step 2");
  expect(animate).not.toHaveBeenCalled();
});
