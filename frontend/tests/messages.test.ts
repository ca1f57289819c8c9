import { describe, expect, test } from "vitest";
import type { Caption, Values } from "../src/contract";
import { type Messages, Words } from "../src/messages";
import { info, messages, readLocale } from "./fixture";

const en = new Words(messages, info(), "en");
const es = new Words(messages, info(), "es");

/** The text of one template in both languages. */
function said(template: string, values: Values): [string, string] {
  const extra = Object.fromEntries(
    Object.entries(messages).map(([locale, files]) => [
      locale,
      { ...files, x: { g: { t: template } } },
    ]),
  ) as Messages;
  return [
    new Words(extra, info(), "en").text("x.g.t", values),
    new Words(extra, info(), "es").text("x.g.t", values),
  ];
}

const caption = (key: string, values: Values, rule = "S1"): Caption => ({
  rule,
  player: 0,
  key,
  values,
});

describe("templates", () => {
  test.each<[string, Values, string, string]>([
    ["{x}", { x: 3 }, "3", "3"],
    ["{x}", { x: "<i>{y}</i>", y: 1 }, "<i>{y}</i>", "<i>{y}</i>"],
    ["{x} {missing}", { x: 1 }, "1 {missing}", "1 {missing}"],
    ["{x|player}", { x: 0 }, "Ana", "Ana"],
    ["{x|players}", { x: [0, 1] }, "Ana and <b>Bo</b>", "Ana y <b>Bo</b>"],
    ["{x|ordinal}", { x: "2" }, "3", "3"],
    ["{x|signed}", { x: 3 }, "+3", "+3"],
    ["{x|signed}", { x: -1 }, "−1", "−1"],
    ["{x|signed}", { x: 0 }, "0", "0"],
    ["{x|signed}", { x: "?" }, "?", "?"],
    ["{x|time}", { x: 125_999 }, "2:05", "2:05"],
    ["{x|time}", { x: 0 }, "0:00", "0:00"],
    ["{x|time}", { x: null }, "–", "–"],
    ["{x|decimal}", { x: 0.42 }, "0.42", "0,42"],
    ["{x|decimal}", { x: -1.5 }, "−1.50", "−1,50"],
    ["{x|decimal}", { x: 3 }, "3", "3"],
    ["{x|fraction}", { x: ["3", "28"] }, "3/28 (≈ 10.7%)", "3/28 (≈ 10,7\u00a0%)"],
    ["{x|fraction}", { x: [1, 4] }, "1/4 (25%)", "1/4 (25\u00a0%)"],
    ["{x|fraction}", { x: [4, 32] }, "4/32 (12.5%)", "4/32 (12,5\u00a0%)"],
    ["{x|fraction}", { x: ["1", "10000"] }, "1/10000 (≈ 0.0%)", "1/10000 (≈ 0,0\u00a0%)"],
    ["{x|fraction}", { x: [1, 2000] }, "1/2000 (≈ 0.1%)", "1/2000 (≈ 0,1\u00a0%)"],
    ["{x|fraction}", { x: [0, 1] }, "0 (0%)", "0 (0\u00a0%)"],
    ["{x|fraction}", { x: ["1", "1"] }, "1 (100%)", "1 (100\u00a0%)"],
    ["{x|n:cards}", { x: 1 }, "1 card", "1 card"],
    ["{x|n:cards}", { x: 4 }, "4 cards", "4 cards"],
    ["{x|card}", { x: "cat" }, "Cat", "Gato"],
    ["{x|card}", { x: "hidden" }, "hidden card", "carta oculta"],
    ["{x|card}", { x: "unheard_of" }, "unheard_of", "unheard_of"],
    ["{x|card}", { x: "m10" }, "1 card or 0", "1 card o 0"],
    ["{x|card}", { x: "m2" }, "2 cards or {2}", "2 cards o {2}"],
    ["{x|card}", { x: "k9" }, "k9", "k9"],
    ["{x|card}", { x: "123" }, "123", "123"],
    ["{x|list:card}", { x: ["dog", "cat", "dog"] }, "2 × Dog and Cat", "2 × Perro y Gato"],
    [
      "{x|list:card}",
      { x: ["cat", "dog", "iguana"] },
      "Cat, Dog and Iguana",
      "Gato, Perro e Iguana",
    ],
    ["{x|some:card}", { x: ["dog", "cat", "dog"] }, "2 × Dog and a Cat", "2 × Perro y un Gato"],
    ["At {x|card}.", { x: "bblt" }, "At B.B.L.T.", "At B.B.L.T."],
    ["{x|list:card}", { x: [] }, "", ""],
  ])("%s of %j", (template, values, english, spanish) => {
    expect(said(template, values)).toEqual([english, spanish]);
  });

  test("huge fractions are exact", () => {
    expect(en.fraction(`1${"0".repeat(40)}`, `8${"0".repeat(40)}`)).toContain("(12.5%)");
  });

  test("e instead of y only before the sound i", () => {
    expect(["hijo", "hielo", "Hioides", "Ivo", "uva"].map((word) => es.join(["a", word]))).toEqual([
      "a e hijo",
      "a y hielo",
      "a y Hioides",
      "a e Ivo",
      "a y uva",
    ]);
  });
});

describe("keys", () => {
  test("Spanish falls back to English, then to the key", () => {
    const some: Messages = { en: { toy: { ui: { a: "A" } } }, es: {} };
    const words = new Words(some, info(), "es");
    expect([words.text("toy.ui.a"), words.text("toy.ui.b"), words.text("constructor.x.y")]).toEqual(
      ["A", "toy.ui.b", "constructor.x.y"],
    );
  });

  test("both languages have the same keys and the same placeholders", () => {
    const flat = (locale: string) =>
      Object.entries(readLocale(locale, "common")).flatMap(([group, texts]) =>
        Object.entries(texts).map(([name, text]) => {
          const used = JSON.stringify(text).match(/\{\w+[^}]*\}/g) ?? [];
          return `${group}.${name} ${typeof text} ${[...new Set(used)].sort()}`;
        }),
      );
    expect(flat("es")).toEqual(flat("en"));
  });
});

describe("captions", () => {
  test("neighbours of one key merge where the game has a text for many", () => {
    const sentences = en.sentences([
      caption("toy.event.reveal", { card: "cat" }, "S1"),
      caption("toy.event.reveal", { card: "dog" }, "S2"),
      caption("toy.event.draw", {}),
      caption("toy.event.draw", {}),
      caption("toy.event.reveal", { card: "cat" }),
    ]);
    expect(sentences.map(({ text }) => text)).toEqual([
      "They are a Cat and a Dog.",
      "Ana draws.",
      "Ana draws.",
      "It is a Cat.",
    ]);
    expect(sentences[0]).toMatchObject({ rules: ["S1", "S2"], first: 0, last: 1 });
  });
});
