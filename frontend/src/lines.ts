/** Branches of a game, and of one another: pure functions of what Python sent. */
import type { Frame, Line } from "./contract";
import type { Words } from "./messages";
import { textOf } from "./reading";

/** The name of the game itself among its lines. */
export const GAME = "";

/** How many colours the branches take turns with (tokens.css). */
export const COLOURS = 6;

export const find = (lines: Line[], id: string): Line | undefined =>
  lines.find((line) => line.id === id);

/**
 * All frames of a line: those of its parent up to where it leaves it, and its own. Where it leaves is a place to stop, and
 * what was asked there was asked of the parent.
 */
export function composed(lines: Line[], id: string, game: Frame[]): Frame[] {
  const line = find(lines, id);
  if (!line) return game;
  const shared = composed(lines, line.parent, game).slice(0, line.step + 1);
  return [
    ...shared.map((frame, i) => {
      if (i < line.step) return frame;
      const { question: _, ...rest } = frame;
      return { ...rest, beat: true };
    }),
    ...line.frames,
  ];
}

/** The line that a step belongs to: a branch shares its first steps with its parent. */
export function ownerOf(lines: Line[], id: string, step: number): string {
  const line = find(lines, id);
  return line && step <= line.step ? ownerOf(lines, line.parent, step) : id;
}

/** A branch keeps its colour whatever becomes of the others: A the first, B the second, … */
export const colourOf = (id: string): string => {
  const number = [...id].reduce((n, letter) => 26 * n + letter.charCodeAt(0) - 64, 0);
  return `var(--mw-line-${(number - 1) % COLOURS})`;
};

/** What was done at the beginning of a branch: as the game tells it, else as it was chosen. */
export function doneIn(line: Line, words: Words): string {
  if (!line.action) return words.text("common.what_if.fresh_said");
  const told = textOf(words.sentences(line.frames[0]?.captions ?? []));
  if (told) return told;
  const label = words.text(line.action.key, line.action.values);
  return line.player === null || line.player < 0
    ? label
    : words.text("common.what_if.label", { player: line.player, label });
}

/** "Branch B: Ana clears Sock Stew." */
export const nameOf = (line: Line, words: Words): string =>
  words.text(`common.what_if.${line.again ? "same" : "here"}`, {
    id: line.id,
    said: doneIn(line, words),
  });
