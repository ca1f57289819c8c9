/**
 * One store per widget of a game, shared by all its views. Signals hold what is shown; the model is written only when
 * stepping rests (`step`), when a switch is used, and when an action is chosen (`intent`).
 */
import { batch, computed, effect, type Signal, signal } from "@preact/signals";
import type { Frame, Hint, Intent } from "./contract";
import { commonLength, type Model, readInfo, stopsOf, unpack } from "./model";
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
  /** The step on screen was reached by going on, not by a jump: its cards may be seen to move. */
  goingOn = false;
  /** When the cards on their way have arrived: the next beat waits for it. */
  restsAt = 0;

  readonly last = computed(() => Math.max(0, (this.frames.value?.length ?? 0) - 1));
  readonly stops = computed(() => stopsOf(this.frames.value ?? []));
  /** The newest frame is shown, and no newer one is being decoded. */
  readonly newest = computed(() => this.index.value === this.last.value && !this.loading.value);
  private raw: unknown = undefined;
  private wanted: number | null = null;
  private sent: number;
  private beatTimer: Timer;
  private commitTimer: Timer;

  constructor(model: Model) {
    super(model);
    this.sent = this.get("step", 0);
    this.speed = this.mirror("speed", 1);
    this.showOdds = this.mirror("show_odds", true);
    this.hint = this.mirror("hint", null);
    this.listen("frames", () => void this.load());
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
    this.show(this.clamp(step), goingOn);
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
    } else if (this.last.value > 0) {
      if (this.index.value === this.last.value) this.show(0, false);
      this.running.value = "play";
      this.write({ playing: true });
    }
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

  /** Ask Python for an action ("undo" among them) at the newest step, or for a hint ("explain") at any. */
  choose(action: string, step = this.last.value): void {
    if (this.acting.pending.value || this.isStatic || this.loading.value) return;
    this.stopRunning();
    const at = this.frames.value?.[step]?.step ?? 0;
    this.write({ intent: this.acting.ask<Intent>({ step: at, action }) });
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
    this.raw = this; // a decoding still under way must not come back
  }

  // ---- from the model

  /** Decode the frames trait; when a later change overtakes this one, the later one wins. */
  private async load(): Promise<void> {
    const raw = this.model.get("frames");
    if (raw === this.raw) return;
    this.raw = raw;
    this.loading.value = true;
    let frames: Frame[] | null = null;
    try {
      frames = await unpack<Frame[]>(raw, []);
      await this.worded;
    } catch {
      // said in the frame, below
    }
    if (raw !== this.raw) return;
    batch(() => {
      this.loading.value = false;
      this.broken.value = frames === null;
      if (frames) this.receive(frames);
    });
  }

  private receive(frames: Frame[]): void {
    const before = this.frames.value;
    const { wanted } = this;
    this.wanted = null;
    this.goingOn = false;
    this.frames.value = frames;
    if (before === null) {
      this.index.value = this.clamp(this.model.get("step") ?? 0);
      if (this.model.get("playing")) this.running.value = "play";
      return;
    }
    const grown = before.length > 0 && commonLength(before, frames) === before.length;
    const following = this.index.value === before.length - 1 || this.running.value === "catch-up";
    if (
      grown &&
      frames.length > before.length &&
      following &&
      (wanted ?? this.last.value) === this.last.value
    ) {
      if (this.running.value) return; // it will get there
      this.show(this.nextStop(), true);
      if (this.index.value < this.last.value) this.running.value = "catch-up";
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
    if (step === this.sent) return; // our own words come back
    this.sent = step;
    clearTimeout(this.commitTimer);
    if (this.model.get("frames") !== this.raw) void this.load();
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
    if (this.model.get("frames") !== this.raw) void this.load(); // no old choice in between
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
      if (this.index.value < this.last.value) this.schedule(running, this.speed.value);
      else this.togglePlaying();
    };
    this.beatTimer = setTimeout(beat, ms);
  }

  private nextStop(): number {
    return this.stops.value.find((stop) => stop > this.index.value) ?? this.last.value;
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
