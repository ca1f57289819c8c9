/** Recorded games that pytest and vitest both read: the same words, and every frame can be drawn. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { render } from "preact";
import { describe, expect, test, vi } from "vitest";
import type { Frame, Info, Values } from "../src/contract";
import { type Messages, Words } from "../src/messages";
import { stopsOf } from "../src/model";
import { Plain } from "../src/plain";
import { read, spoken, textOf } from "../src/reading";
import generic from "../src/views/generic";
import { FakeModel, readLocale } from "./fixture";

interface Golden {
  info: Info;
  frames: Frame[];
  captions: Record<string, string[]>;
}

const folder = `${import.meta.dirname}/../../tests/golden`;
const files = existsSync(folder)
  ? readdirSync(folder).filter((file) => file.endsWith(".json"))
  : [];
const locales = ["en", "es"];

describe.each(files)("%s", (file) => {
  const golden: Golden = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
  const { info, frames } = golden;
  const messages: Messages = Object.fromEntries(
    locales.map((locale) => [
      locale,
      { common: readLocale(locale, "common"), [info.game]: readLocale(locale, info.game) },
    ]),
  );
  const keyLike = new RegExp(`\\b(common|${info.game})\\.\\w+\\.\\w+|\\{\\w+[^}]*\\}`);

  test.each(locales)("captions, %s", (locale) => {
    const words = new Words(messages, info, locale);
    expect(frames.map((frame) => textOf(words.sentences(frame.captions)))).toEqual(
      golden.captions[locale],
    );
  });

  test.each(locales)("every frame draws, and says something in words, %s", (locale) => {
    const words = new Words(messages, info, locale);
    const stops = stopsOf(frames);
    const place = document.createElement("div");
    for (const frame of frames) {
      const { moves } = read(words, frames, stops, frame.step);
      render(<Plain frame={frame} info={info} words={words} moves={moves} />, place);
      const text = `${place.textContent} ${spoken(words, frames, stops, frame.step)}`;
      expect(text.length).toBeGreaterThan(100);
      expect(text).not.toMatch(keyLike);
    }
  });

  test.each(locales)(
    "the whole widget steps through it without a key left over, %s",
    async (locale) => {
      const model = new FakeModel({ info, frames, messages, locale });
      const instance = generic();
      const el = document.body.appendChild(document.createElement("div"));
      const dispose = instance.initialize({ model });
      const close = instance.render({ model, el });
      const { shadowRoot: root } = el.firstElementChild as HTMLElement;
      await vi.waitFor(() => expect(root?.querySelector(".stp")).not.toBeNull());
      for (const stop of stopsOf(frames).filter((_, i) => i % 7 === 0)) {
        model.receive({ step: stop });
        await vi.waitFor(() =>
          expect(root?.querySelector(".stp")?.textContent).toContain(` ${stop} `),
        );
        expect(root?.querySelector(".mw")?.textContent).not.toMatch(keyLike);
      }
      close();
      dispose();
    },
  );
});

test("golden games are looked for", () => {
  expect(files).toContain("monster_cafe.json");
});

describe("the sentences that Python makes too", () => {
  const shared = JSON.parse(
    readFileSync(`${import.meta.dirname}/../../tests/locales/words.json`, "utf8"),
  );
  const messages: Messages = Object.fromEntries(
    locales.map((locale) => [
      locale,
      { common: readLocale(locale, "common"), monster_cafe: readLocale(locale, "monster_cafe") },
    ]),
  );
  const info = { game: "monster_cafe", players: shared.players } as Info;
  const inBoth = (make: (words: Words) => string) =>
    locales.map((locale) => make(new Words(messages, info, locale)));

  test.each(shared.cases as [string, Values, string, string][])(
    "%s %j",
    (key, values, ...expected) => {
      expect(inBoth((words) => words.text(`monster_cafe.${key}`, values))).toEqual(expected);
    },
  );

  type Told = [[string, Values][], string, string];
  test.each(shared.captions as Told[])("captions %j", (events, ...expected) => {
    const captions = events.map(([kind, values]) => ({
      rule: "S1",
      player: null,
      key: `monster_cafe.event.${kind}`,
      values,
    }));
    expect(inBoth((words) => textOf(words.sentences(captions)))).toEqual(expected);
  });
});
