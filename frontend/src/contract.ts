/** The JSON that crosses from Python; the same shapes as monster_widgets/widgets/contract.py (a test compares the names). */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Values = Record<string, Json>;

/** The player number of chance (deals, draws, dice, forced steps). */
export const CHANCE = -1;

/** A sentence to be made from a locale key and its values: see messages.ts. */
export interface Phrase {
  key: string;
  values: Values;
}

/** One thing that happened, with the rule it follows. */
export interface Caption {
  rule: string;
  player: number | null;
  key: string;
  values: Values;
}

export interface LegalAction {
  player: number;
  notation: string;
  label: Phrase;
}

export interface View {
  viewer: number | string;
  zones: Record<string, string[]>;
  values: Values;
  acting_players: number[];
  legal_actions: LegalAction[];
}

export interface ScoreLine {
  key: string;
  label: string;
  count: number;
  values: Values;
  points: number;
  rule: string;
}

export interface Score {
  total: number;
  lines: ScoreLine[];
}

/** A probability as two decimal strings (exact, not reduced: "4" of "32" cards). */
export interface Ratio {
  numerator: string;
  denominator: string;
}

/** `action` is the notation of an outcome that can come in this step. */
export interface OddsRow {
  label: Phrase;
  numerator: string;
  denominator: string;
  action?: string;
}

export interface OddsTable {
  title: Phrase;
  rows: OddsRow[];
  method: string;
}

/** A card that moved in this step; `card` is its key, or "hidden". */
export interface Move {
  card: string;
  source: string;
  target: string;
}

/** Something a reader may say: a notation or "other", whose choice it is, its chance if any. */
export interface PredictAnswer {
  answer: string;
  player: number | null;
  label: Phrase;
  chance: Ratio | null;
}

/**
 * What will happen next? `kind`: "decision", "chance", or "score", answered by a number. `player` is who chooses, if that
 * is one and known. `truth` is null while Python holds it back.
 */
export interface PredictQuestion {
  kind: string;
  player: number | null;
  answers: PredictAnswer[];
  truth: string | number | null;
}

/** What a reader said of a step before seeing it. */
export interface Predicted {
  step: number;
  kind: string;
  answer: string | number;
}

export interface Frame {
  step: number;
  beat: boolean;
  action: string | null;
  player: number | null;
  chance: Ratio | null;
  captions: Caption[];
  view: View;
  scores: (Score | null)[] | null;
  odds: OddsTable[] | null;
  moves: Move[];
  next: Phrase;
  over: boolean;
  question?: PredictQuestion;
}

export interface RuleInfo {
  status: string;
  source: string;
}

/** What does not change while a game is played (except `undone`, and `branch` in a widget made by branching). */
export interface Info {
  game: string;
  head: string;
  players: string[];
  you: number[];
  rules: Record<string, RuleInfo>;
  zones: Record<string, string>;
  values: Record<string, string>;
  branch: Branch | null;
  undone: boolean;
  held?: boolean;
}

export interface Branch {
  step: number;
  number: number;
}

/** What a choice is worth: exact as a ratio, or a mean with its standard error and n games. */
export interface HintRow {
  label: Phrase;
  value: number;
  exact: Ratio | null;
  standard_error: number | null;
  n: number | null;
}

/** The choice `made` and the best other row: "only", "best", "better" (the other was) or "unclear". */
export interface Verdict {
  kind: string;
  made: number;
  rival: number | null;
  difference: number | null;
  standard_error: number | null;
}

/**
 * What a policy says of every choice of a player at a step of a line, the best first; `method`: exact or estimate;
 * `verdict` is there for who asks afterwards.
 */
export interface Hint {
  line: string;
  step: number;
  player: number;
  policy: string;
  method: string;
  rows: HintRow[];
  verdict: Verdict | null;
}

/** One question for a hint. */
export interface Asked {
  line: string;
  step: number;
  player: number;
  policy: string;
  after: boolean;
}

/** A branch: `parent` is "" for the game, `action` null where chance just draws afresh, `frames` begin at step + 1. */
export interface Line {
  id: string;
  parent: string;
  step: number;
  player: number | null;
  action: Phrase | null;
  again: boolean;
  redealt: boolean;
  frames: Frame[];
}

export interface Worth {
  value: number;
  exact: Ratio | null;
  standard_error: number | null;
}

/** What a line and its parent are worth to each player; `done` of `n` games are played, 0 of 0 if it is exact. */
export interface Comparison {
  line: string;
  statistic: string;
  chosen: boolean;
  done: number;
  n: number;
  running: boolean;
  parent: Worth[];
  branch: Worth[];
}

/** Refused: `intent` is the id of the intent it answers, 0 if Python itself was refused. */
export interface Refusal {
  intent: number;
  key: string;
  values: Values;
  rule: string | null;
}

/** A notation, or "undo", at a step. */
export interface Intent {
  id: number;
  step: number;
  action: string;
}

/** What the reader wants to know of a step of a line: "explain", "why", "branch" (with an action), "compare", "remove". */
export interface Inquiry {
  id: number;
  do: string;
  line: string;
  step: number;
  action: string | null;
}

/** What can be asked of a game. */
export interface LabGame {
  name: string;
  players: number[];
  statistics: string[];
  policies: string[];
}

/** What is simulated; a policy for each seat; the seed, which may be long, as a text. */
export interface LabQuestion {
  game: string;
  statistic: string;
  players: number;
  policies: string[];
  n: number;
  seed: string;
  options: Values;
}

/** A value, or the values from `low` to `high`: in how many games, and how likely exactly. */
export interface LabRow {
  low: Ratio;
  high: Ratio;
  count: number;
  exact: Ratio | null;
}

/** What came out for one seat; `trail` holds [n, mean, standard error] after the first n. */
export interface LabSeat {
  rows: LabRow[];
  mean: number;
  standard_error: number | null;
  interval: [number, number] | null;
  exact_mean: Ratio | null;
  trail: [number, number, number | null][];
}

/** What is known after `done` games; `code` rebuilds it, and is there while it rests. */
export interface LabResult {
  done: number;
  seats: LabSeat[];
  code: string | null;
}

/** What the reader of a laboratory wants: "ask" (with a question), "run", "stop", "clear". */
export interface LabIntent {
  id: number;
  do: string;
  question: LabQuestion | null;
}

/** Language -> text. */
export type Text = Record<string, string>;

/** What can be chosen, or put in order. */
export interface QuizOption {
  id: string;
  text: Text;
}

/** Where a question is asked; `frame` is null where cards are laid out, `actions` are what the board offers. */
export interface QuizBoard {
  info: Info;
  frame: Frame | null;
  zones: Record<string, string[]>;
  actions: LegalAction[];
}

/** A question as its reader sees it; nothing of the key. */
export interface QuizQuestion {
  id: string;
  kind: string;
  text: Text;
  chance: boolean;
  options: QuizOption[];
  hints: Text[];
  tries: number | null;
  board: QuizBoard;
}

/** All questions; `quiz` is a mark of them, by which answers find their key. */
export interface QuizSheet {
  quiz: string;
  name: string;
  title: Text | null;
  questions: QuizQuestion[];
}

/** What was done with a question. */
export interface QuizAnswer {
  answer: string | string[] | null;
  tries: number;
  hints: number;
}

/** What there is to say of an answer; `shown` and `more` once the question is over. */
export interface QuizVerdict {
  right: boolean | null;
  key: string;
  values: Record<string, Text>;
  shown: Text | null;
  more: Text | null;
}

/** A well-known wrong answer. */
export interface QuizWrong {
  given: string;
  feedback: Text;
}

/** What is right; only in a page without Python where one practises. */
export interface QuizKey {
  kind: string;
  chance: boolean;
  right: string[][];
  wrong: QuizWrong[];
  shown: Text;
  more: Text | null;
}

/** What the reader of a quiz wants: "answer", "hint" or "finish". */
export interface QuizIntent {
  id: number;
  do: string;
  question: string;
  answer: string | string[] | null;
}
