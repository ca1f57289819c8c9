/**
 * Sentences from keys and values. A template holds {x} (the value itself) or {x|format}, where the format is one of
 *   player, players    names by number, one or a list           ordinal    one more: the first is 0
 *   signed             +3, −1, 0                                fraction   [3, 28] as "3/28 (≈ 10.7%)"
 *   n:cards            the plural text game.n.cards             card       the word of a group, here game.card
 *   time               milliseconds as "2:05"                   decimal    0.4213 as "0.42"
 *   list:card          words, counted: "2 × Cat and Dog"        some:card  the same in a sentence: "2 × Cat and a Dog"
 * A word that no group lists may end in digits: m3021 is worded by the template m, where {1} is 3, {2} is 0, and so on.
 * The Python twin is monster_widgets/locales/messages.py: both must give the same text
 * (a golden test compares them). Every result is plain text; values are never read as templates or as markup.
 */
import type { Caption, Info, Json, Values } from "./contract";

export type Text = string | { one: string; other: string };
export type Messages = Record<string, Record<string, Record<string, Record<string, Text>>>>;

/** Some captions made into sentences; `last` is the index of the last caption in it. */
export interface Sentence {
  text: string;
  rules: string[];
  first: number;
  last: number;
}

const FALLBACK = "en";
const PLACEHOLDER = /\{(\w+)(?:\|([^{}]+))?\}/g;

export class Words {
  constructor(
    readonly messages: Messages,
    readonly info: Info,
    readonly locale: string,
  ) {}

  /** The text of "file.group.name" with its values filled in; the key itself where no text exists. */
  text(key: string, values: Values = {}): string {
    const found = this.find(key);
    return found === undefined ? key : this.fill(plural(found, values.n), values);
  }

  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  /** The text of a name in a group of the game, else of common.json; the name itself where neither has it. */
  word(group: string, name: string, values: Values = {}): string {
    for (const file of [this.info.game, "common"]) {
      if (this.has(`${file}.${group}.${name}`))
        return this.text(`${file}.${group}.${name}`, values);
    }
    const [, kind, digits] = /^(.*?)([0-9]+)$/.exec(name) ?? [];
    const key = `${this.info.game}.${group}.${kind}`;
    if (digits && this.has(key)) return this.text(key, numbered(digits));
    return name === "hidden" ? this.text("common.card.hidden") : name;
  }

  player(number: number): string {
    return this.info.players[number] ?? plain(number);
  }

  /** "a", "a and b", "a, b and c". */
  join(items: string[]): string {
    const last = items.at(-1) ?? "";
    if (items.length < 2) return last;
    const and = /^(i|í|hi(?![aeo])|hí)/i.test(last) ? "and_i" : "and";
    return items.slice(0, -1).join(", ") + this.text(`common.format.${and}`) + last;
  }

  /** Card keys as words; equal ones are counted: "2 × Sludge Eater". A single one is worded by the group `one`. */
  cards(group: string, keys: string[], one = group): string {
    const words = tally(keys).map(([key, n]) =>
      n === 1 ? this.word(one, key) : this.counted(n, this.word(group, key)),
    );
    return this.join(words);
  }

  counted(n: number, word: string): string {
    return n === 1 ? word : `${n} × ${word}`;
  }

  signed(n: number): string {
    return n > 0 ? `+${n}` : plain(n);
  }

  /** A number with two decimals, or with none where it is whole: "−1.19". */
  decimal(n: number): string {
    const digits = Math.abs(n).toFixed(Number.isInteger(n) ? 0 : 2);
    return (n < 0 ? "−" : "") + digits.replace(".", this.text("common.format.decimal"));
  }

  /** A whole number with its thousands set apart: "10,000". */
  grouped(n: number): string {
    return String(n).replace(/\B(?=(\d{3})+$)/g, this.text("common.format.thousands"));
  }

  /** A number with so many decimals: "1.6000". */
  rounded(x: number, places: number): string {
    const digits = Math.abs(x).toFixed(places);
    const sign = x < 0 && Number(digits) ? "−" : "";
    return sign + digits.replace(".", this.text("common.format.decimal"));
  }

  /** A part of the whole as a percentage with one decimal: "34.7%", "<0.1%". */
  share(part: number): string {
    const percent = (x: number) =>
      this.text("common.format.percent", { n: this.rounded(100 * x, 1) });
    return part > 0 && part < 0.0005 ? `<${percent(0.001)}` : percent(part);
  }

  /** [numerator, denominator] as "3/28 (≈ 10.7%)": as given, not reduced; one decimal, a half rounded up. */
  fraction(numerator: string | number, denominator: string | number): string {
    const [shown, percent] = this.ratio(numerator, denominator);
    return `${shown} (${percent})`;
  }

  /** The two parts of `fraction`: "3/28" and "≈ 10.7%". */
  ratio(numerator: string | number, denominator: string | number): [string, string] {
    const [n, d] = [BigInt(numerator), BigInt(denominator)];
    if (d <= 0n) return [`${n}/${d}`, "?"];
    const exact = (n * 1000n) % d === 0n;
    const tenths = (2000n * n + d) / (2n * d);
    const decimals =
      exact && tenths % 10n === 0n ? "" : this.text("common.format.decimal") + (tenths % 10n);
    const percent = this.text("common.format.percent", { n: `${tenths / 10n}${decimals}` });
    return [d === 1n ? `${n}` : `${n}/${d}`, exact ? percent : `≈ ${percent}`];
  }

  /**
   * Sentences for captions in order. Where neighbours can merge (the game has a text "<key>_many"), those of one
   * kind become one sentence, also if another kind comes in between: card by card dealt to everybody in turn.
   */
  sentences(captions: Caption[]): Sentence[] {
    const sentences: Sentence[] = [];
    for (let first = 0, next: number; first < captions.length; first = next) {
      const kinds = new Map<string, number[]>();
      for (next = first; next < captions.length; next++) {
        const { key } = captions[next] as Caption;
        if (!this.has(`${key}_many`)) break;
        kinds.set(key, [...(kinds.get(key) ?? []), next]);
      }
      if (!kinds.size) kinds.set("", [next++]);
      for (const places of kinds.values()) sentences.push(this.sentence(captions, places));
    }
    return sentences;
  }

  private sentence(captions: Caption[], places: number[]): Sentence {
    const group = places.map((at) => captions[at] as Caption);
    const [one] = group as [Caption];
    return {
      text: group.length > 1 ? this.merged(group) : this.text(one.key, valuesOf(one)),
      rules: [...new Set(group.map(({ rule }) => rule))],
      first: places[0] as number,
      last: places[places.length - 1] as number,
    };
  }

  private merged(group: Caption[]): string {
    const { key } = group[0] as Caption;
    const items = this.join(group.map((caption) => this.text(`${key}_item`, valuesOf(caption))));
    return this.text(`${key}_many`, { ...valuesOf(group[0] as Caption), items, n: group.length });
  }

  private find(key: string): Text | undefined {
    const [file = "", group = "", ...rest] = key.split(".");
    const name = rest.join(".");
    const at = (locale: string) => own(own(own(own(this.messages, locale), file), group), name);
    return at(this.locale) ?? at(FALLBACK);
  }

  private fill(template: string, values: Values): string {
    return template.replace(PLACEHOLDER, (whole, name: string, format: string, at: number) => {
      if (!Object.hasOwn(values, name)) return whole;
      const text = this.format(values[name] as Json, format);
      // a name that ends in a full stop ends its sentence too
      return text.endsWith(".") && template[at + whole.length] === "." ? text.slice(0, -1) : text;
    });
  }

  private format(value: Json, format?: string): string {
    if (format === undefined) return plain(value);
    switch (format) {
      case "player":
        return value === null ? plain(value) : this.player(Number(value));
      case "players":
        return this.join(list(value).map((player) => this.player(Number(player))));
      case "ordinal":
        return String(Number(value) + 1);
      case "signed":
        return typeof value === "string" ? value : this.signed(Number(value)); // "?": covered
      case "fraction": {
        const [n, d] = list(value) as (string | number)[];
        return this.fraction(n ?? 0, d ?? 1);
      }
      case "time":
        return clock(value);
      case "decimal":
        return this.decimal(Number(value));
    }
    const [kind, group = ""] = format.split(":");
    if (kind === "n") return this.word("n", group, { n: value });
    if (kind === "list") return this.cards(group, list(value).map(String));
    if (kind === "some") return this.cards(group, list(value).map(String), `a_${group}`);
    return this.word(format, String(value));
  }
}

/** The values a caption's text may use: its own, and its player. */
const valuesOf = (caption: Caption): Values => ({ player: caption.player, ...caption.values });

const own = <T>(table: Record<string, T> | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;

/** "3021" as {1: 3, 2: 0, 3: 2, 4: 1}. */
const numbered = (digits: string): Values =>
  Object.fromEntries([...digits].map((digit, at) => [at + 1, Number(digit)]));

const plural = (text: Text, n: Json | undefined): string =>
  typeof text === "string" ? text : n === 1 ? text.one : text.other;

const plain = (value: Json): string =>
  value === null ? "–" : typeof value === "number" && value < 0 ? `−${-value}` : String(value);

/** A time in milliseconds as minutes and whole seconds: "2:05". */
export function clock(value: Json): string {
  if (value === null) return "–";
  const seconds = Math.floor(Number(value) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const list = (value: Json): Json[] =>
  Array.isArray(value) ? value : value === null ? [] : [value];

/** Each different key with its count, in the order first seen. */
export function tally(keys: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts];
}
