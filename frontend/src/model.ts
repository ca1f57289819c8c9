/** What we ask of a widget model (Jupyter, marimo, or the static page), and how its traits are read. */
import type {
  Asked,
  Comparison,
  Frame,
  Hint,
  Info,
  Inquiry,
  Intent,
  LabGame,
  LabIntent,
  LabQuestion,
  LabResult,
  Line,
  Predicted,
  QuizAnswer,
  QuizIntent,
  QuizKey,
  QuizSheet,
  QuizVerdict,
  Refusal,
} from "./contract";
import type { Messages } from "./messages";

/** Gzip'd JSON. */
type Packed = DataView | ArrayBuffer | Uint8Array;

/** The traits of all widgets: a game has some of them, a laboratory others. */
export interface Traits {
  frames: Packed | Frame[] | null;
  info: Info;
  messages: Packed | Messages;
  error: Refusal | null;
  answered: number;
  hint: Hint | null;
  hints: Asked[];
  lines: Packed | Line[] | null;
  line: string;
  compared: Comparison[];
  predicted: Predicted[];
  step: number;
  playing: boolean;
  speed: number;
  locale: string;
  theme: string;
  size: string;
  show_odds: boolean;
  intent: Intent | Inquiry | LabIntent | QuizIntent | null;
  choices: LabGame[];
  question: LabQuestion | null;
  shown: Packed | LabResult | null;
  running: boolean;
  sheet: Packed | QuizSheet | null;
  feedback: string;
  verdicts: Record<string, QuizVerdict>;
  answers: Record<string, QuizAnswer>;
  finished: boolean;
  code: string;
  current: number;
  practice: Record<string, QuizKey>;
  _static: boolean;
}

export interface Model {
  get<K extends keyof Traits>(name: K): Traits[K] | undefined;
  set<K extends keyof Traits>(name: K, value: Traits[K]): void;
  save_changes(): void;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
}

const NO_INFO: Info = {
  game: "",
  head: "",
  players: [],
  you: [],
  rules: {},
  zones: {},
  values: {},
  branch: null,
  undone: false,
};

export const readInfo = (model: Model): Info => ({ ...NO_INFO, ...model.get("info") });

export const isPacked = (raw: unknown): raw is Packed =>
  raw instanceof ArrayBuffer || ArrayBuffer.isView(raw);

/** A trait that is packed in Python, and plain on a static page. */
export async function unpack<T>(raw: Packed | T | null | undefined, empty: T): Promise<T> {
  if (!isPacked(raw)) return raw ?? empty;
  if (raw.byteLength === 0) return empty;
  const bytes = ArrayBuffer.isView(raw)
    ? new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength)
    : raw;
  const stream = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as T;
}

/** How many frames two timelines have in common from the start. */
export function commonLength(a: Frame[], b: Frame[]): number {
  let n = 0;
  while (n < a.length && n < b.length && sameAction(a[n] as Frame, b[n] as Frame)) n++;
  return n;
}

const sameAction = (a: Frame, b: Frame): boolean =>
  a.action === b.action &&
  a.player === b.player &&
  JSON.stringify(a.captions) === JSON.stringify(b.captions);

/** Where forward, back and play stop: the first frame, every beat, and the last frame. */
export function stopsOf(frames: Frame[]): number[] {
  return frames.flatMap((frame, i) =>
    i === 0 || i === frames.length - 1 || frame.beat ? [i] : [],
  );
}
