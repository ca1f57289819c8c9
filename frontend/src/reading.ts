/** What a step says: the captions since the last stop, summed up; pure functions of frames. */
import type { Caption, Frame, Info, Move, Ratio } from "./contract";
import type { Sentence, Words } from "./messages";

export interface Reading {
  /** What led to it (forced steps, the cards of a deal). */
  earlier: Sentence[];
  /** What this step is about. */
  main: Sentence[];
  /** Rule ids, those of the main sentence first. */
  rules: string[];
  moves: Move[];
  /** How likely it was, where chance decided just once: of several draws the last one's chance would mislead. */
  chance: Ratio | null;
}

/** The first frame a stop sums up: the one after the stop before it. */
export const since = (stops: number[], index: number): number =>
  (stops.findLast((stop) => stop < index) ?? -1) + 1;

export function read(words: Words, frames: Frame[], stops: number[], index: number): Reading {
  const span = frames.slice(since(stops, index), index + 1);
  const draws = span.filter(({ chance }) => chance && chance.numerator !== chance.denominator);
  const captions: Caption[] = [];
  let lastStart = 0; // where the captions of the last frame that has any begin
  for (const frame of span) {
    if (frame.captions.length > 0) lastStart = captions.length;
    captions.push(...frame.captions);
  }
  const sentences = words.sentences(captions);
  const main = sentences.filter((sentence) => sentence.last >= lastStart);
  const earlier = sentences.filter((sentence) => sentence.last < lastStart);
  return {
    earlier,
    main,
    rules: [...new Set([...main, ...earlier].flatMap((sentence) => sentence.rules))],
    moves: span.flatMap((frame) => frame.moves),
    chance: draws.length === 1 && draws[0]?.chance ? draws[0].chance : null,
  };
}

export const textOf = (sentences: Sentence[]): string =>
  sentences.map((sentence) => sentence.text).join(" ");

/** What stands at the top: the name of the game, or of what is shown of it. */
export const titleOf = (words: Words, info: Info, frame: Frame | undefined): string =>
  frame
    ? words.text(`${info.head}.title`, frame.view.values)
    : info.game && words.text(`${info.game}.ui.title`);

/** Whose move it is: "Ana to move", "Chance decides", "Game over". */
export const nextText = (words: Words, { next }: Frame): string =>
  words.text(next.key, next.values);

/** What the live region says of a step: its number, what happened, who is next. */
export function spoken(
  words: Words,
  frames: Frame[],
  stops: number[],
  index: number,
  from = index,
): string {
  const said = [...stops.filter((stop) => stop >= from && stop < index), index].map((stop) => {
    const { earlier, main } = read(words, frames, stops, stop);
    return textOf([...earlier, ...main]);
  });
  const frame = frames[index] as Frame;
  const next = words.text("common.format.sentence", { text: nextText(words, frame) });
  return [words.text("common.ui.step_said", { n: index }), ...said, next].join(" ");
}

/** "zone card" -> how many went there (target) or away (source) on the whole: a card passed on does not count between. */
export function countMoves(moves: Move[], end: "source" | "target"): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [at, by] of [
    ["target", 1],
    ["source", -1],
  ] as const) {
    for (const move of moves) {
      const key = `${move[at]} ${move.card}`;
      counts.set(key, (counts.get(key) ?? 0) + by);
    }
  }
  const sign = end === "target" ? 1 : -1;
  return new Map(
    [...counts].flatMap(([key, n]) => (n * sign > 0 ? [[key, n * sign] as const] : [])),
  );
}
