/** A toy game of a few cards, and a widget model that remembers what was written to it. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Frame, Info, Refusal } from "../src/contract";
import type { Messages, Text } from "../src/messages";
import type { Traits } from "../src/model";

type File = Record<string, Record<string, Text>>;

export const readLocale = (locale: string, file: string): File =>
  JSON.parse(
    readFileSync(
      `${import.meta.dirname}/../../monster_widgets/locales/${locale}/${file}.json`,
      "utf8",
    ),
  );

const toyEn: File = {
  ui: { title: "Toy" },
  card: { cat: "Cat", dog: "Dog", iguana: "Iguana", bblt: "B.B.L.T.", m: "{1|n:cards} or {2}" },
  a_card: { cat: "a Cat", dog: "a Dog", iguana: "an Iguana" },
  event: {
    start: "The game starts.",
    draw: "{player|player} draws.",
    reveal: "It is a {card|card}.",
    reveal_many: "They are {items}.",
    reveal_item: "a {card|card}",
    pay: "{player|player} pays back.",
  },
  rule: { S1: "Draw one card.", S2: "A card is shown.", D1: "Pay back." },
  source: { play: "Rules, page 2" },
  zone: { deck: "Deck", hand: "{p|player}’s hand" },
  value: { round: "Round", ahead: "Ahead" },
  action: { draw: "Draw a card", pass: "Pass" },
  odds: { next: "Next card", card: "{card|card}" },
  line: { pair: "{count} × {key|card}" },
  reason: { not_now: "Not now, {name}." },
  n: { cards: { one: "{n} card", other: "{n} cards" } },
};
const toyEs: File = {
  ...toyEn,
  ui: { title: "Juguete" },
  card: { cat: "Gato", dog: "Perro", iguana: "Iguana", bblt: "B.B.L.T.", m: "{1|n:cards} o {2}" },
  a_card: { cat: "un Gato", dog: "un Perro", iguana: "una Iguana" },
  event: { ...toyEn.event, reveal: "Es: {card|card}.", draw: "{player|player} roba." },
  zone: { deck: "Mazo", hand: "Mano de {p|player}" },
};

export const messages: Messages = {
  en: { common: readLocale("en", "common"), toy: toyEn },
  es: { common: readLocale("es", "common"), toy: toyEs },
};

export const info = (more: Partial<Info> = {}): Info => ({
  game: "toy",
  head: "toy.ui",
  players: ["Ana", "<b>Bo</b>"],
  you: [0],
  rules: {
    S1: { status: "stated", source: "play" },
    S2: { status: "stated", source: "play" },
    D1: { status: "derived", source: "S1 S2" },
    R1: { status: "ruling", source: "ours" },
  },
  zones: { deck: "card", hand: "card" },
  values: { round: "number", ahead: "player" },
  branch: null,
  undone: false,
  ...more,
});

/** Turns of three actions: a draw (a beat), the card shown (a beat), a forced payment (no beat). */
export function frames(
  count: number,
  more: (frame: Frame) => Partial<Frame> = () => ({}),
): Frame[] {
  return Array.from({ length: count }, (_, step) => {
    const player = Math.floor((step - 1) / 3) % 2;
    const phase = step === 0 ? "start" : (["draw", "reveal", "pay"] as const)[(step - 1) % 3];
    const card = ["cat", "dog", "iguana"][step % 3] as string;
    const acting = step % 3 === 0 ? (player + 1) % 2 : phase === "draw" ? -1 : player;
    const frame: Frame = {
      step,
      beat: phase !== "pay",
      action: step === 0 ? null : (phase ?? null),
      player: phase === "draw" ? player : null,
      chance: phase === "reveal" ? { numerator: "3", denominator: "28" } : null,
      captions: [
        {
          rule: phase === "pay" ? "D1" : "S1",
          player: step ? player : null,
          key: `toy.event.${phase}`,
          values: { card },
        },
      ],
      view: {
        viewer: 0,
        zones: {
          deck: Array(9).fill("hidden"),
          "hand:0": Array(step).fill("cat"),
          "hand:1": ["dog"],
        },
        values: { round: 1 + Math.floor(step / 6), ahead: null },
        acting_players: [acting],
        legal_actions:
          acting === 0
            ? ["draw", "pass"].map((notation) => ({
                player: 0,
                notation,
                label: { key: `toy.action.${notation}`, values: {} },
              }))
            : [],
      },
      scores: [
        {
          total: step,
          lines: [{ key: "cat", label: "pair", count: 2, values: {}, points: step, rule: "S1" }],
        },
        null,
      ],
      odds: [
        {
          title: { key: "toy.odds.next", values: {} },
          rows: [
            {
              label: { key: "toy.odds.card", values: { card: "dog" } },
              numerator: "1",
              denominator: "4",
            },
          ],
          method: "exact",
        },
      ],
      next:
        acting < 0
          ? { key: "common.status.chance", values: {} }
          : { key: "common.status.turn", values: { p: acting } },
      moves: step ? [{ card: "cat", source: "deck", target: "hand:0" }] : [],
      over: false,
    };
    return { ...frame, ...more(frame) };
  });
}

export const packed = (value: unknown): DataView => {
  const bytes = gzipSync(JSON.stringify(value));
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

export const refusal = (more: Partial<Refusal> = {}): Refusal => ({
  intent: 1,
  key: "toy.reason.not_now",
  values: { name: "Ana" },
  rule: "S1",
  ...more,
});

/** Like a Jupyter model: `set` announces a change at once; `receive` is a message from Python. */
export class FakeModel {
  readonly saved: Partial<Traits>[] = [];
  private changed: Record<string, unknown> = {};
  private readonly callbacks = new Map<string, Set<() => void>>();
  readonly traits: Partial<Traits>;

  constructor(traits: Partial<Traits> = {}) {
    this.traits = {
      frames: frames(7),
      info: info(),
      messages,
      error: null,
      answered: 0,
      step: 0,
      playing: false,
      speed: 1,
      locale: "en",
      theme: "auto",
      show_odds: true,
      intent: null,
      ...traits,
    };
  }

  get<K extends keyof Traits>(name: K): Traits[K] | undefined {
    return this.traits[name];
  }

  set<K extends keyof Traits>(name: K, value: Traits[K]): void {
    if (this.traits[name] === value) return;
    this.traits[name] = value;
    this.changed[name] = value;
    this.fire(name);
  }

  save_changes(): void {
    if (Object.keys(this.changed).length > 0) this.saved.push(this.changed);
    this.changed = {};
  }

  on(event: string, callback: () => void): void {
    this.callbacks.set(event, (this.callbacks.get(event) ?? new Set()).add(callback));
  }

  off(event: string, callback: () => void): void {
    this.callbacks.get(event)?.delete(callback);
  }

  receive(traits: Partial<Traits>): void {
    const names = (Object.keys(traits) as (keyof Traits)[]).filter(
      (name) => this.traits[name] !== traits[name],
    );
    Object.assign(this.traits, traits);
    for (const name of names) this.fire(name);
  }

  get listeners(): number {
    return [...this.callbacks.values()].reduce((sum, set) => sum + set.size, 0);
  }

  private fire(name: string): void {
    for (const callback of [...(this.callbacks.get(`change:${name}`) ?? [])]) callback();
  }
}
