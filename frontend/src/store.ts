/**
 * One store per widget of a game, shared by all its views. Signals hold what is shown; the model is written only when
 * stepping rests (`step`), when a switch is used, and when an action is chosen (`intent`).
 */
import { batch, computed, effect, type Signal, signal } from "@preact/signals";
import type { Asked, Comparison, Frame, Hint, Inquiry, Intent, Line, Predicted } from "./contract";
import { composed, find, GAME, ownerOf } from "./lines";
import { commonLength, type Model, readInfo, stopsOf, type Traits, unpack } from "./model";
import { Session } from "./session";

export type Running = "play" | "catch-up" | null;

const BEAT_MS = 1600;
const CATCH_UP_MS = 700;
const COMMIT_MS = 250;

export class Store extends Session {
  readonly frames = signal<Frame[] | null>(null);
  readonly loading = signal(true);
  readonly broken = signal(false);
  readonly index = signal(0);
  readonly running = signal<Running>(null);
  readonly speed: Signal<number>;
  readonly showOdds: Signal<boolean>;
  readonly hint: Signal<Hint | null>;
  readonly hints: Signal<Asked[]>;
  /** The branches, and the one whose frames are shown ("": those of the game itself). */
  readonly lines = signal<Line[]>([]);
  readonly line = signal(GAME);
  readonly compared: Signal<Comparison[]>;
  /** It is a game, and not a bill, say. */
  readonly canBranch: boolean;
  /** Branches that are gone, though nobody here asked for it. */
  readonly gone = signal<string[]>([]);
  readonly predicted: Signal<Predicted[]>;
  /** The step on screen was reached by going on, not by a jump: its cards may be seen to move. */
  goingOn = false;
  /** When the cards on their way have arrived: the next beat waits for it. */
  restsAt = 0;

  readonly last = computed(() => Math.max(0, (this.frames.value?.length ?? 0) - 1));
  readonly stops = computed(() => stopsOf(this.frames.value ?? []));
  /** The step whose question is open: the reader goes no further before it is answered. */
  readonly wall = computed(() =>
    this.line.value === GAME ? this.wallOf(this.frames.value ?? []) : null,
  );
  /** As far as the reader can go. */
  readonly end = computed(() => this.wall.value ?? this.last.value);
  /** The newest frame is shown, and no newer one is being decoded. */
  readonly newest = computed(() => this.index.value === this.last.value && !this.loading.value);
  /** The last step that Python, not the reader, has asked for: what lies before it is open. */
  private readonly opened = signal(0);
  private game: Frame[] = [];
  private raw: unknown[] = [];
  private readonly decoded: Record<string, { raw: unknown; value: Promise<unknown> }> = {};
  private wanted: number | null = null;
  private sent: number;
  private beatTimer: Timer;
  private commitTimer: Timer;

  constructor(model: Model) {
    super(model);
    this.sent = this.get("step", 0);
    this.opened.value = this.sent;
    this.speed = this.mirror("speed", 1);
    this.showOdds = this.mirror("show_odds", true);
    this.hint = this.mirror("hint", null);
    this.hints = this.mirror("hints", []);
    this.canBranch = model.get("lines") !== undefined;
    this.compared = this.mirror("compared", []);
    this.predicted = this.mirror("predicted", []);
    this.listen("frames", () => void this.load());
    this.listen("lines", () => void this.load());
    this.listen("line", () => this.onLine());
    this.listen("step", () => this.onStep());
    this.listen("playing", () => this.onPlaying());
    this.listen("info", () => {
      this.info.value = readInfo(model);
    });
    this.undo.push(effect(() => this.schedule(this.running.value, this.speed.value)));
    void this.load();
  }

  // ---- stepping

  /** Show a step at once; the model hears of it when stepping rests. */
  seek(step: number, goingOn = false): void {
    if (!this.frames.value?.length) return;
    this.stopRunning();
    this.show(Math.min(this.clamp(step), this.end.value), goingOn);
    this.commitSoon();
  }

  forward(): void {
    this.seek(this.nextStop(), true);
  }

  back(): void {
    this.seek(this.stops.value.findLast((stop) => stop < this.index.value) ?? 0);
  }

  step(by: number): void {
    this.seek(this.index.value + by, by > 0);
  }

  togglePlaying(): void {
    if (this.running.value) {
      this.stopRunning();
      this.commit();
    } else if (this.last.value > 0 && this.index.value !== this.wall.value) {
      if (this.index.value === this.last.value) this.show(0, false);
      this.running.value = "play";
      this.write({ playing: true });
    }
  }

  // ---- predicting

  /** Confirm an answer: it stays. */
  predict(answer: Predicted): void {
    if (this.wall.value === answer.step)
      this.write({ predicted: [...this.predicted.value, answer] });
  }

  // ---- switches

  setSpeed(speed: number): void {
    this.speed.value = speed;
    this.write({ speed });
  }

  setShowOdds(show: boolean): void {
    this.showOdds.value = show;
    this.write({ show_odds: show });
  }

  // ---- acting

  /** Ask Python for an action ("undo" among them) at the newest step. */
  choose(action: string): void {
    if (!this.mayAsk) return;
    const step = this.frames.value?.[this.last.value]?.step ?? 0;
    this.write({ intent: this.acting.ask<Intent>({ step, action }) });
  }

  /** Ask Python about a step, or about the line on screen: see contract.Inquiry. */
  inquire(what: string, step: number, action: string | null = null): void {
    if (!this.mayAsk) return;
    const line = what === "remove" || what === "compare" ? this.line.value : this.owner(step);
    this.write({ intent: this.acting.ask<Inquiry>({ do: what, line, step, action }) });
  }

  private get mayAsk(): boolean {
    if (this.acting.pending.value || this.isStatic || this.loading.value) return false;
    this.stopRunning();
    this.gone.value = [];
    return true;
  }

  // ---- lines

  /** The line that a step on screen belongs to: a branch shares its first steps with its parent. */
  owner(step: number): string {
    return ownerOf(this.lines.value, this.line.value, step);
  }

  /** Show a branch: what was done there, or the step on screen if it is before that. */
  enter(line: Line): void {
    const shared = this.index.value <= line.step && this.owner(this.index.value) === line.parent;
    this.goTo(line.id, shared && this.index.value < line.step ? this.index.value : line.step + 1);
  }

  /** Go back to the game, to where it was left. */
  leave(): void {
    if (this.line.value === GAME) return;
    let line = find(this.lines.value, this.line.value);
    while (line && line.parent !== GAME) line = find(this.lines.value, line.parent);
    this.goTo(GAME, Math.min(this.index.value, line?.step ?? 0));
  }

  /** The last frame of a line; of the game, as far as the reader can go. */
  lastOf(line: string): Frame | undefined {
    const frames = composed(this.lines.value, line, this.game);
    return frames.at((line === GAME ? this.wallOf(frames) : null) ?? -1);
  }

  private wallOf(game: Frame[]): number | null {
    const said = new Set(this.predicted.value.map(({ step }) => step));
    const at = game.findIndex(
      ({ question }, step) => question && step >= this.opened.value && !said.has(step),
    );
    return at < 0 ? null : at;
  }

  /** Show another line, at a step. */
  private goTo(line: string, step: number): void {
    clearTimeout(this.commitTimer);
    batch(() => {
      this.stopRunning();
      this.gone.value = [];
      this.line.value = line;
      this.frames.value = composed(this.lines.value, line, this.game);
      this.show(this.clamp(step), false);
      this.seenNow();
    });
    this.sent = this.index.value;
    this.write({ line, step: this.sent });
  }

  /** What is on screen need not be predicted any more. */
  private seenNow(): void {
    const at = this.clamp(this.index.value);
    if (this.wall.value !== null && at > this.wall.value) this.opened.value = at;
  }

  private onLine(): void {
    const line = this.model.get("line") ?? GAME;
    if (this.loading.value || line === this.line.value) return;
    batch(() => this.receive(this.game, this.lines.value));
  }

  // ---- life

  /** Nothing plays without a view. */
  protected override onUnseen(): void {
    if (this.running.value) this.togglePlaying();
  }

  override dispose(): void {
    super.dispose();
    clearTimeout(this.beatTimer);
    clearTimeout(this.commitTimer);
    this.raw = [this]; // a decoding still under way must not come back
  }

  // ---- from the model

  /** Decode the frames and the lines; when a later change overtakes this one, the later one wins. */
  private async load(): Promise<void> {
    const raw = [this.model.get("frames"), this.model.get("lines")];
    if (raw[0] === this.raw[0] && raw[1] === this.raw[1]) return;
    this.raw = raw;
    this.loading.value = true;
    let read: [Frame[], Line[]] | null = null;
    try {
      read = await Promise.all([this.decode<Frame>("frames"), this.decode<Line>("lines")]);
      await this.worded;
    } catch {
      // said in the frame, below
    }
    if (raw !== this.raw) return;
    batch(() => {
      this.loading.value = false;
      this.broken.value = read === null;
      if (read) this.receive(...read);
    });
  }

  private decode<T>(trait: "frames" | "lines"): Promise<T[]> {
    const raw = this.model.get(trait) as Traits[typeof trait];
    if (this.decoded[trait]?.raw !== raw || !(trait in this.decoded))
      this.decoded[trait] = { raw, value: unpack(raw as T[] | null, []) };
    return this.decoded[trait]?.value as Promise<T[]>;
  }

  private receive(game: Frame[], lines: Line[]): void {
    const before = this.frames.value;
    const { wanted } = this;
    this.wanted = null;
    this.goingOn = false;
    const left = new Set(lines.map(({ id }) => id));
    const gone = this.lines.value.map(({ id }) => id).filter((id) => !left.has(id));
    const asked = this.model.get("intent");
    if (gone.length > 0 && !(asked && "do" in asked && asked.do === "remove"))
      this.gone.value = gone;
    const wish = this.model.get("line") ?? GAME;
    const line = left.has(wish) ? wish : GAME;
    const moved = line !== this.line.value;
    this.game = game;
    this.lines.value = lines;
    this.line.value = line;
    const frames = composed(lines, line, game);
    this.frames.value = frames;
    this.opened.value = Math.min(this.opened.value, game.length - 1); // what was taken back
    if (before !== null) this.seenNow();
    if (before === null) {
      this.index.value = this.clamp(this.model.get("step") ?? 0);
      if (this.model.get("playing")) this.running.value = "play";
      return;
    }
    if (moved) {
      this.stopRunning();
      this.sent = this.model.get("step") ?? 0;
      this.show(this.clamp(this.sent), false);
      return;
    }
    const grown = before.length > 0 && commonLength(before, frames) === before.length;
    // after a choice; what was held back and comes now is for the reader to step through
    const following =
      this.info.value.you.length > 0 &&
      (this.index.value === before.length - 1 || this.running.value === "catch-up");
    if (
      grown &&
      frames.length > before.length &&
      following &&
      (wanted ?? this.end.value) === this.end.value
    ) {
      if (this.running.value) return; // it will get there
      this.show(this.nextStop(), true);
      if (this.index.value < this.end.value) this.running.value = "catch-up";
      else this.commitSoon();
    } else if (wanted !== null) {
      this.stopRunning();
      this.show(this.clamp(wanted), false);
    } else if (!grown) {
      this.stopRunning();
      if (frames.length === before.length) return; // the same steps, seen with other eyes
      this.index.value = this.last.value;
      this.commitSoon();
    }
  }

  private onStep(): void {
    const step = this.model.get("step") ?? 0;
    this.onLine();
    if (step === this.sent) return; // our own words come back
    this.sent = step;
    if (this.line.value === GAME) this.opened.value = Math.max(this.opened.value, step);
    clearTimeout(this.commitTimer);
    void this.load();
    if (this.loading.value) this.wanted = step;
    else {
      this.stopRunning();
      this.show(this.clamp(step), step === this.nextStop());
    }
  }

  private onPlaying(): void {
    const playing = this.model.get("playing") ?? false;
    if (playing === (this.running.value === "play")) return;
    if (playing) {
      if (this.index.value === this.last.value) this.show(0, false);
      this.running.value = "play";
    } else this.togglePlaying();
  }

  protected override onAnswered(): void {
    void this.load(); // no old choice in between
    super.onAnswered();
  }

  // ---- running, and writing to the model

  private schedule(running: Running, speed: number): void {
    clearTimeout(this.beatTimer);
    if (!running) return;
    const ms = (running === "play" ? BEAT_MS : CATCH_UP_MS) / (speed || 1);
    const beat = () => {
      const wait = this.restsAt - performance.now();
      if (wait > 0) {
        this.beatTimer = setTimeout(beat, wait);
        return;
      }
      this.show(this.nextStop(), true);
      if (this.index.value < this.end.value) this.schedule(running, this.speed.value);
      else this.togglePlaying();
    };
    this.beatTimer = setTimeout(beat, ms);
  }

  private nextStop(): number {
    const next = this.stops.value.find((stop) => stop > this.index.value);
    return Math.min(next ?? this.last.value, this.end.value);
  }

  private show(index: number, goingOn: boolean): void {
    this.goingOn = goingOn;
    this.index.value = index;
  }

  private stopRunning(): void {
    const played = this.running.value === "play";
    this.running.value = null;
    if (played) this.write({ playing: false });
  }

  private commitSoon(): void {
    clearTimeout(this.commitTimer);
    this.commitTimer = setTimeout(() => this.commit(), COMMIT_MS);
  }

  private commit(): void {
    clearTimeout(this.commitTimer);
    if (this.running.value || this.model.get("step") === this.index.value) return;
    this.sent = this.index.value;
    this.write({ step: this.index.value });
  }

  private clamp(step: number): number {
    return Math.min(Math.max(0, Math.trunc(step) || 0), this.last.value);
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;
