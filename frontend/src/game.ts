/** What a game brings to the frame: its board, and whatever else it draws in its own way. */
import type { ComponentType } from "preact";
import type { Frame, Info, LegalAction, Move, Score } from "./contract";
import type { Words } from "./messages";

/** What the reader may choose at the step on screen: nothing unless it is their turn and the newest step. */
export interface Choices {
  actions: LegalAction[];
  /** They are shown, but cannot be chosen now (an answer is awaited, or no Python is there). */
  off: boolean;
  choose: (notation: string) => void;
}

/** What a board draws; `moves` are all since the last stop, `frame.moves` those of the frame alone. */
export interface BoardProps {
  frame: Frame;
  info: Info;
  words: Words;
  moves: Move[];
  choices: Choices;
}

export interface HandProps extends BoardProps {
  player: number;
  score: Score;
}

export type Mark = "dot" | "square" | "diamond";

export interface Game {
  Board: ComponentType<BoardProps>;
  /** Board and hands hold a Choice for every legal action, so no list of buttons is needed. */
  playable?: boolean;
  /** What a player has; without it the lines of the score are listed. */
  Hand?: ComponentType<HandProps>;
  Crest?: ComponentType;
  /** A word on a player beside the name, such as "out this round". */
  note?: (frame: Frame, player: number, words: Words) => string | undefined;
  /** What the reader is asked when it is their turn. */
  prompt?: (frame: Frame, words: Words) => string;
  /** Marks on the timeline, by notation ("reveal sorbet") or kind of action ("clear"). */
  marks?: Record<string, Mark>;
}
