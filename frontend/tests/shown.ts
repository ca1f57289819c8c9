/** A widget on a page of its own, under a clock that stands still until it is moved on. */
import { afterEach, beforeEach, vi } from "vitest";
import type { Traits } from "../src/model";
import generic from "../src/views/generic";
import { FakeModel } from "./fixture";

beforeEach(() => {
  vi.useFakeTimers();
});
export const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
});

export const pass = (ms = 50) => vi.advanceTimersByTimeAsync(ms);

export async function shown(traits: Partial<Traits> = {}, factory = generic) {
  const model = new FakeModel(traits);
  const instance = factory();
  cleanups.push(instance.initialize({ model }));
  const view = () => {
    const el = document.body.appendChild(document.createElement("div"));
    const close = instance.render({ model, el });
    cleanups.push(close);
    return { el, root: (el.firstElementChild as HTMLElement).shadowRoot as ShadowRoot, close };
  };
  const first = view();
  await pass();
  return { model, instance, view, ...first };
}

export const textOf = (root: ShadowRoot, selector: string) =>
  root.querySelector(selector)?.textContent ?? null;
export const stepOf = (root: ShadowRoot) => textOf(root, ".stp");
export const button = (root: ShadowRoot, name: string) =>
  [...root.querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === name,
  ) as HTMLButtonElement;

export async function press(
  root: ShadowRoot,
  init: KeyboardEventInit,
  target: Element = button(root, "Play"),
) {
  const event = new KeyboardEvent("keydown", {
    bubbles: true,
    composed: true,
    cancelable: true,
    ...init,
  });
  target.dispatchEvent(event);
  await pass(20);
  return event;
}
