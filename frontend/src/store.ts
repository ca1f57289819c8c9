/**
 * One store per widget model, shared by all its views. Signals hold what is shown; the model is written only when
 * stepping rests (`step`), when a switch is used, and when an action is chosen (`intent`).
 */
import { batch, computed, effect, type Signal, signal } from "@preact/signals";
import { Acting } from "./acting";
import type { Frame, Hint, Info } from "./contract";
import { type Messages, Words } from "./messages";
import {
  commonLength,
  isPacked,
  type Model,
  readInfo,
  stopsOf,
  type Traits,
  unpack,
} from "./model";

export type Running = "play" | "catch-up" | null;

const BEAT_MS = 1600;
const CATCH_UP_MS = 700;
const COMMIT_MS = 250;

export class Store {
  readonly frames = signal<Frame[] | null>(null);
  readonly loading = signal(true);
  readonly broken = signal(false);
  readonly index = signal(0);
  readonly running = signal<Running>(null);
  readonly acting: Acting;
  readonly info: Signal<Info>;
  readonly speed: Signal<number>;
  readonly locale: Signal<string>;
  readonly theme: Signal<string>;
  readonly size: Signal<string>;
  readonly showOdds: Signal<boolean>;
  readonly hint: Signal<Hint | null>;
  readonly isStatic: boolean;
  /** The step on screen was reached by going on, not by a jump: its cards may be seen to move. */
  goingOn = false;
  /** When the cards on their way have arrived: the next beat waits for it. */
  restsAt = 0;

  readonly words = computed(
    () => new Words(this.messages.value, this.info.value, this.locale.value),
  );
  readonly last = computed(() => Math.max(0, (this.frames.value?.length ?? 0) - 1));
  readonly stops = computed(() => stopsOf(this.frames.value ?? []));
  /** The newest frame is shown, and no newer one is being decoded. */
  readonly newest = computed(() => this.index.value === this.last.value && !this.loading.value);
  readonly locales = computed(() => Object.keys(this.messages.value));
  private readonly messages = signal<Messages>({});
  /** The words are there. */
  private worded: Promise<void> | undefined;
  private readonly undo: (() => void)[] = [];
  private raw: unknown = undefined;
  private wanted: number | null = null;
  private sent: number;
  private beatTimer: Timer;
  private commitTimer: Timer;
  private views = 0;

  constructor(private readonly model: Model) {
    const get = <K extends keyof Traits>(name: K, otherwise: Traits[K]): Traits[K] =>
      model.get(name) ?? otherwise;
    this.isStatic = get("_static", false);
    this.sent = get("step", 0);
    this.info = signal(readInfo(model));
    this.readMessages();
    this.speed = signal(get("speed", 1));
    this.locale = signal(get("locale", "en"));
    this.theme = signal(get("theme", "auto"));
    this.size = signal(get("size", "normal"));
    this.showOdds = signal(get("show_odds", true));
    this.hint = signal(get("hint", null));
    this.acting = new Acting(model);

    this.listen("frames", () => void this.load());
    this.listen("step", () => this.onStep());
    this.listen("playing", () => this.onPlaying());
    this.listen("answered", () => this.onAnswered());
    this.listen("info", () => {
      this.info.value = readInfo(model);
    });
    this.listen("messages", () => this.readMessages());
    this.mirror("speed", this.speed);
    this.mirror("locale", this.locale);
    this.mirror("theme", this.theme);
    this.mirror("size", this.size);
    this.mirror("show_odds", this.showOdds);
    this.listen("hint", () => {
      this.hint.value = model.get("hint") ?? null;
    });
    this.listen("error", () => this.acting.onError());
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

  setLocale(locale: string): void {
    this.locale.value = locale;
    this.write({ locale });
  }

  setSize(size: string): void {
    this.size.value = size;
    this.write({ size });
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
    this.write({ intent: this.acting.ask(this.frames.value?.[step]?.step ?? 0, action) });
  }

  // ---- life

  /** A view was opened; the function returned closes it. Nothing plays without a view. */
  open(): () => void {
    this.views++;
    return () => {
      if (--this.views === 0 && this.running.value) this.togglePlaying();
    };
  }

  dispose(): void {
    for (const undo of this.undo.splice(0)) undo();
    this.acting.dispose();
    clearTimeout(this.beatTimer);
    clearTimeout(this.commitTimer);
    this.raw = this; // a decoding still under way must not come back
  }

  // ---- from the model

  private listen(trait: string, callback: () => void): void {
    this.model.on(`change:${trait}`, callback);
    this.undo.push(() => this.model.off(`change:${trait}`, callback));
  }

  private mirror<K extends keyof Traits>(trait: K, target: Signal<Traits[K]>): void {
    this.listen(trait, () => {
      target.value = this.model.get(trait) ?? target.value;
    });
  }

  private readMessages(): void {
    const raw = this.model.get("messages") ?? {};
    if (!isPacked(raw)) this.messages.value = raw;
    else
      this.worded = unpack<Messages>(raw, {}).then((messages) => {
        this.messages.value = messages;
      });
  }

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

  private onAnswered(): void {
    if (this.model.get("frames") !== this.raw) void this.load(); // no old choice in between
    this.acting.onAnswered();
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

  private write(traits: Partial<Traits>): void {
    try {
      for (const [name, value] of Object.entries(traits))
        this.model.set(name as keyof Traits, value as never);
      this.model.save_changes();
    } catch {
      // no kernel: stepping goes on
    }
  }

  private clamp(step: number): number {
    return Math.min(Math.max(0, Math.trunc(step) || 0), this.last.value);
  }
}

type Timer = ReturnType<typeof setTimeout> | undefined;
