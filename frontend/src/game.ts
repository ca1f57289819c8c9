/** What a game brings to the frame: its board, and whatever else it draws in its own way. */
import type { ComponentChildren, ComponentType } from "preact";
import type { Mood } from "./art/faces";
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

export interface Sign {
  picture: ComponentChildren;
  colour: string;
}

export interface Game {
  Board: ComponentType<BoardProps>;
  /** Board and hands hold a Choice for every legal action, so no list of buttons is needed. */
  playable?: boolean;
  /** What a player has; without it the lines of the score are listed. Null: the board shows the scores itself. */
  Hand?: ComponentType<HandProps> | null;
  /** What the board has to say beside the explanation. */
  Aside?: ComponentType<BoardProps>;
  Crest?: ComponentType;
  /** Pictures that stand once in a view and are used by their names (see art/). */
  Pictures?: ComponentType;
  /** Somebody who says what is the matter: scared of an error, sad that Python is gone, waiting. */
  face?: (mood: Mood) => ComponentChildren;
  /** A word on a player beside the name, such as "out this round". */
  note?: (frame: Frame, player: number, words: Words) => string | undefined;
  /** What the reader is asked when it is their turn. */
  prompt?: (frame: Frame, words: Words) => string;
  /** The small picture of a card or a dish, and its colour, where it is named: in the chances, in the log. */
  sign?: (key: string) => Sign | undefined;
  /** Cards that are seen to move in a step, if not just those that change their zone. */
  travels?: (frame: Frame, moves: Move[]) => Move[];
  /** Marks on the timeline, by notation ("reveal sorbet") or kind of action ("clear"). */
  marks?: Record<string, Mark>;
}
