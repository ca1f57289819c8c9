/** Monster Café's board over a recorded game: it draws everything, names everything, and offers what may be done. */
import { readFileSync } from "node:fs";
import { h, render } from "preact";
import { describe, expect, test, vi } from "vitest";
import type { Frame, Info, LegalAction } from "../src/contract";
import { type Messages, Words } from "../src/messages";
import { stopsOf } from "../src/model";
import { read } from "../src/reading";
import factory, { cafe } from "../src/views/monster_cafe";
import { FakeModel, readLocale } from "./fixture";

const golden: { info: Info; frames: Frame[] } = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../tests/golden/monster_cafe.json`, "utf8"),
);
const { info, frames } = golden;
const locales = ["en", "es"];
const messages: Messages = Object.fromEntries(
  locales.map((locale) => [
    locale,
    { common: readLocale(locale, "common"), monster_cafe: readLocale(locale, "monster_cafe") },
  ]),
);
const stops = stopsOf(frames);
vi.setConfig({ testTimeout: 30_000 }); // whole games are drawn
const place = document.body.appendChild(document.createElement("div"));

/** Board and hands of a frame, with the given actions to choose from. */
function drawn(frame: Frame, locale = "en", actions: LegalAction[] = [], off = false) {
  const words = new Words(messages, info, locale);
  const { moves } = read(words, frames, stops, frame.step);
  const choose = vi.fn();
  const props = { frame, info, words, moves, choices: { actions, off, choose } };
  const hands = (frame.scores ?? []).map((score, player) =>
    score && cafe.Hand ? h(cafe.Hand, { ...props, player, score, key: player }) : null,
  );
  const pictures = cafe.Pictures && h(cafe.Pictures, { key: "pictures" });
  render(h("div", null, [pictures, h(cafe.Board, { ...props, key: "board" }), ...hands]), place);
  return choose;
}

const all = (selector: string) => [...place.querySelectorAll<HTMLElement>(selector)];
const nameOf = (element: Element) => element.getAttribute("aria-label") ?? "";
/** What Python offers at a frame: the golden game has no seat for a reader, so it is worked out here. */
function legal(frame: Frame): LegalAction[] {
  const [player = 0] = frame.view.acting_players;
  const { zones, values } = frame.view;
  const action = (name: string, notation: string, more = {}): LegalAction => ({
    player,
    notation,
    label: { key: `monster_cafe.action.${name}`, values: more },
  });
  const tables = [0, 1, 2, 3].filter((i) => zones[`table:${i}`]?.length);
  const dish = (i: number) => zones[`table:${i}`]?.[0] ?? "";
  const guests = (i: number) => zones[`seats:${i}`]?.length ?? 0;
  if (values.phase === "turn")
    return [
      action("draw", "draw", { n: zones.deck?.length ?? 0 }),
      ...tables
        .filter((i) => guests(i) > 0)
        .map((i) => action("clear", `clear ${i}`, { table: i, dish: dish(i), points: i - 1 })),
    ];
  if (values.phase === "seat")
    return tables
      .filter((i) => guests(i) < 4)
      .map((i) => action("seat", `seat ${i}`, { table: i, dish: dish(i) }));
  if (values.phase === "lose")
    return [...new Set(zones[`monsters:${player}`])].map((card) =>
      action("lose", `lose ${card}`, { card, n: 1 }),
    );
  return [];
}

describe.each(locales)("%s", (locale) => {
  test("every frame draws; its names are worded and each is there once", () => {
    for (const frame of frames) {
      drawn(frame, locale, legal(frame));
      const names = all(".cafe [aria-label]").map(nameOf);
      expect(new Set(names).size, `step ${frame.step}: ${names}`).toBe(names.length);
      const said = `${names.join(" ")} ${place.textContent}`;
      expect(said).not.toMatch(/monster_cafe\.|common\.|\{\w+|undefined|NaN/);
    }
  });

  test("the question asks for what may be done, and only that", () => {
    const words = new Words(messages, info, locale);
    const ask = (...notations: string[]) => {
      const legal_actions = notations.map((notation) => ({ notation }) as LegalAction);
      const [frame] = frames as [Frame];
      return cafe.prompt?.({ ...frame, view: { ...frame.view, legal_actions } }, words);
    };
    const asked = [
      ask("draw"),
      ask("draw", "clear 0", "clear 2"),
      ask("clear 0", "clear 1"),
      ask("seat 0"),
      ask("lose lint"),
    ];
    const english = [
      "draw a card",
      "draw or clear?",
      "which table to clear?",
      "where to seat it?",
      "which kind must go? Choose it in your collection",
    ];
    const spanish = [
      "roba una carta",
      "¿robar o despejar?",
      "¿qué mesa despejas?",
      "¿dónde se sienta?",
      "¿qué clase se va? Elígela en tu colección",
    ];
    expect(asked).toEqual(locale === "en" ? english : spanish);
  });
});

test("what is on the board is what the view holds", () => {
  for (const frame of frames) {
    drawn(frame);
    const { zones } = frame.view;
    const guests = Object.keys(zones).filter((zone) => zone.startsWith("seats:"));
    const seated = guests.reduce((sum, zone) => sum + (zones[zone]?.length ?? 0), 0);
    expect(all(".seat .art").length).toBe(frame.over ? 0 : seated);
    const owned = Object.keys(zones).filter((zone) => zone.startsWith("monsters:"));
    const kept = owned.reduce((sum, zone) => sum + (zones[zone]?.length ?? 0), 0);
    expect(all(".eater").length).toBe(kept);
    const dishes = Object.keys(zones).filter((zone) => zone.startsWith("dishes:"));
    const plates = dishes.reduce((sum, zone) => sum + (zones[zone]?.length ?? 0), 0);
    expect(all(".plates .badge").length).toBe(plates);
  }
});

test("every picture is one that was drawn", () => {
  drawn(frames[70] as Frame);
  const known = new Set(all("defs [id]").map((one) => one.id));
  for (const frame of frames) {
    drawn(frame);
    for (const use of place.querySelectorAll("use"))
      expect(known).toContain(use.getAttribute("href")?.slice(1));
  }
});

test("legal moves can be clicked, by their notation and name, and nothing else", () => {
  for (const frame of frames) {
    const actions = legal(frame);
    const choose = drawn(frame, "en", actions);
    const buttons = all("button, a, input, [role=button], [tabindex='0']");
    expect(buttons.map((one) => one.dataset.choice).sort()).toEqual(
      actions.map((action) => action.notation).sort(),
    );
    for (const button of buttons) button.click();
    expect(choose.mock.calls.flat().sort()).toEqual(actions.map((one) => one.notation).sort());
    const words = new Words(messages, info, "en");
    expect(buttons.map(nameOf).sort()).toEqual(
      actions.map(({ label }) => words.text(label.key, label.values)).sort(),
    );
  }
});

test("choices that wait are shown, and do nothing", () => {
  const frame = frames.find((one) => legal(one).length > 2) as Frame;
  const choose = drawn(frame, "en", legal(frame), true);
  for (const button of all("[data-choice]")) {
    expect(button.getAttribute("aria-disabled")).toBe("true");
    button.click();
  }
  expect(choose).not.toHaveBeenCalled();
});

test("what came in a step is marked: a guest, a table, what was cleared", () => {
  const seat = frames.find((frame) => frame.action?.startsWith("seat")) as Frame;
  drawn(seat);
  expect(all(".seat .came-mark").length).toBe(1);
  const clear = frames.find((frame) => frame.action?.startsWith("clear")) as Frame;
  drawn(clear);
  expect(all(".party .came-mark").length).toBeGreaterThan(0);
  const deal = frames.find((frame, i) => i > 9 && frame.beat && frame.action?.startsWith("deal"));
  drawn(deal as Frame);
  expect(all(".place .came-mark").length).toBe(4);
});

test("a mood repeats a fact: fed, unfed, and scared of the sorbet", () => {
  const moods = () =>
    new Set(all(".eater use").map((use) => use.getAttribute("href")?.split("-").at(-1)));
  drawn(frames.at(-1) as Frame);
  expect(moods()).toEqual(new Set(["fed", "unfed"]));
  drawn(frames.find((frame) => frame.view.values.phase === "lose") as Frame);
  expect(moods()).toContain("scared");
});

test("at the end every player has a bill whose lines come to the total", () => {
  const last = frames.at(-1) as Frame;
  drawn(last);
  const number = (element: Element | null) => Number(element?.textContent?.replace("−", "-"));
  const scores = (last.scores ?? []).map((score) => score?.total ?? 0);
  const bills = all(".paid");
  expect(bills.map((bill) => number(bill.querySelector(".total b")))).toEqual(scores);
  for (const [player, bill] of bills.entries()) {
    const points = [...bill.querySelectorAll(".lines li:not(.total) .num")].map(number);
    expect(points.reduce((sum, n) => sum + n, 0)).toBe(scores[player]);
    expect(bill.querySelector(".chip") !== null).toBe(scores[player] === Math.max(...scores));
  }
  expect(all(".tbl").length).toBe(0);
});

test("drawing is seen in two steps: the top card is taken, then it is turned over where it lies", () => {
  const draw = frames.find((frame) => frame.action === "draw") as Frame;
  const reveal = frames[draw.step + 1] as Frame;
  const [card = ""] = reveal.view.zones.drawn ?? [];
  expect(cafe.travels?.(draw, draw.moves)).toEqual([
    { card: "hidden", source: "deck", target: "drawn" },
  ]);
  expect(cafe.travels?.(reveal, reveal.moves)).toEqual([
    { card, source: "drawn", target: "drawn" },
  ]);
  drawn(draw);
  expect(all("[data-at='drawn hidden']").length).toBe(1);
  drawn(reveal);
  expect(all(`[data-at='drawn ${card}']`).length).toBe(1);
});

test("cards that travel are found where they leave and where they arrive", () => {
  const found = (zone: string, card: string) =>
    place.querySelector(`[data-at="${zone} ${card}"], [data-at="${zone}"]`) !== null;
  for (const frame of frames.slice(1)) {
    const moves = cafe.travels?.(frame, frame.moves) ?? [];
    drawn(frames[frame.step - 1] as Frame);
    for (const { card, source } of moves)
      expect(found(source, card) || found(source, "hidden"), source).toBe(true);
    drawn(frame);
    for (const { card, target } of moves)
      expect(found(target, card), `${frame.step}: ${target}`).toBe(true);
  }
});

test("the whole widget: one tab stop on the table, marks on the timeline, the table as text", async () => {
  const at = frames.findIndex((frame) => legal(frame).length > 2);
  const played = frames.slice(0, at + 1).map((frame) => ({
    ...frame,
    view: { ...frame.view, legal_actions: legal(frame) },
  }));
  const you = [0, 1, 2, 3];
  const model = new FakeModel({ info: { ...info, you }, frames: played, messages, step: at });
  const instance = factory();
  const el = document.body.appendChild(document.createElement("div"));
  instance.initialize({ model });
  const close = instance.render({ model, el });
  const root = (el.firstElementChild as HTMLElement).shadowRoot as ShadowRoot;
  await vi.waitFor(() => expect(root.querySelector(".stp")).not.toBeNull());
  const choices = [...root.querySelectorAll<HTMLElement>("[data-choice]")];
  expect(choices.length).toBe(legal(frames[at] as Frame).length);
  expect(choices.filter((one) => one.tabIndex === 0).length).toBe(1);
  expect(root.querySelector(".choices button")).toBeNull();
  const count = (kind: string) => played.filter((frame) => frame.action?.startsWith(kind)).length;
  expect(root.querySelectorAll(".marks-of .dot").length).toBe(count("draw"));
  expect(root.querySelectorAll(".marks-of .square").length).toBe(count("clear"));
  expect(root.querySelectorAll(".marks-of .diamond").length).toBe(count("reveal sorbet"));
  choices[0]?.focus();
  choices[0]?.click();
  expect(model.saved.at(-1)).toEqual({
    intent: { id: 1, step: at, action: choices[0]?.dataset.choice },
  });
  const details = root.querySelector("details") as HTMLDetailsElement;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  await vi.waitFor(() => expect(details.textContent).toContain("Deck"));
  close();
});
