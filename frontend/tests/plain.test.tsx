/** The table of zones and values, whatever the game. */
import { render } from "preact";
import { expect, test } from "vitest";
import type { Frame } from "../src/contract";
import { Words } from "../src/messages";
import { Plain } from "../src/plain";
import { frames, info, messages } from "./fixture";

function drawn(zones: Record<string, string[]>): string[] {
  const place = document.createElement("div");
  const frame = frames(1)[0] as Frame;
  const shown = { ...frame, view: { ...frame.view, zones } };
  const words = new Words(messages, info(), "en");
  render(<Plain frame={shown} info={info()} words={words} moves={[]} />, place);
  return [...place.querySelectorAll("table")].map(
    (table) => `${table.className}: ${table.querySelector("tbody th")?.textContent}`,
  );
}

const nine = Array.from({ length: 9 }, (_, n) => `m${n}`);

test("zones with many different cards take the whole width, above the facts", () => {
  expect(drawn({ deck: nine, "hand:0": ["cat"], "hand:1": [] })).toEqual([
    "box wide: Deck",
    "box facts: Round",
    "box: Ana’s hand",
    "box: <b>Bo</b>’s hand",
  ]);
});

test("many cards of one kind do not", () => {
  expect(drawn({ deck: Array(60).fill("hidden"), "hand:0": nine.slice(1) })).toEqual([
    "box facts: Round",
    "box: Deck",
    "box: Ana’s hand",
  ]);
});
