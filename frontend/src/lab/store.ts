/** The store of a laboratory: what is asked, what came out, and how fast. */
import { batch, type Signal, signal } from "@preact/signals";
import type { LabGame, LabIntent, LabQuestion, LabResult } from "../contract";
import { type Model, unpack } from "../model";
import { Session } from "../session";

/** Something to tell a reader who does not see the picture change. */
export interface News {
  kind: "started" | "part" | "stopped" | "finished";
  done: number;
}

const NOTHING: LabResult = { done: 0, seats: [], code: null };
/** The rate is that of the last moments. */
const WINDOW_MS = 3000;
/** A view may be closed because it is drawn anew: so long a run goes on unseen. */
const UNSEEN_MS = 1500;

export class LabStore extends Session {
  readonly choices: Signal<LabGame[]>;
  readonly question: Signal<LabQuestion | null>;
  readonly result = signal<LabResult>(NOTHING);
  readonly running = signal(false);
  readonly broken = signal(false);
  /** Games per second, measured here: it is in no state, no output and no file. */
  readonly rate = signal<number | null>(null);
  readonly news = signal<News | null>(null);
  private samples: { at: number; done: number }[] = [];
  private raw: unknown;
  private arrived = false;
  private unseen: ReturnType<typeof setTimeout> | undefined;

  constructor(model: Model) {
    super(model);
    this.choices = this.mirror("choices", []);
    this.question = this.mirror("question", null);
    this.listen("shown", () => void this.load());
    this.listen("running", () => void this.load());
    void this.load();
  }

  /** Play the question on; or, if another one is given, ask that and play it. */
  run(question: LabQuestion | null): void {
    this.wish(question ? "ask" : "run", question);
  }

  stop(): void {
    this.wish("stop");
  }

  clear(): void {
    this.wish("clear");
  }

  override open(): () => void {
    clearTimeout(this.unseen);
    return super.open();
  }

  /** Nobody looks any more (the cell was run again, or deleted): the kernel need not go on. */
  protected override onUnseen(): void {
    this.unseen = setTimeout(() => {
      if (!this.seen && this.running.peek()) this.stop();
    }, UNSEEN_MS);
  }

  override dispose(): void {
    super.dispose();
    clearTimeout(this.unseen);
    this.raw = this; // a decoding still under way must not come back
  }

  private wish(wish: string, question: LabQuestion | null = null): void {
    if (this.acting.pending.peek() || this.isStatic) return;
    this.write({ intent: this.acting.ask<LabIntent>({ do: wish, question }) });
  }

  /** Decode what is shown; when a later picture overtakes this one, the later one wins. */
  private async load(): Promise<void> {
    const raw = this.model.get("shown");
    this.raw = raw;
    let result: LabResult | null = null;
    try {
      result = await unpack<LabResult>(raw, NOTHING);
      await this.worded;
    } catch {
      // said in the frame
    }
    if (raw !== this.raw) return;
    batch(() => {
      this.broken.value = result === null;
      if (result) this.receive(result, this.get("running", false));
    });
  }

  private receive(result: LabResult, running: boolean): void {
    const [before, ran] = [this.result.peek(), this.running.peek()];
    this.result.value = result;
    this.running.value = running;
    const n = this.question.peek()?.n ?? 0;
    const quarter = (done: number) => Math.floor((4 * done) / n);
    const { done } = result;
    if (running && (!ran || done < before.done)) this.begin("started", done);
    else if (running && quarter(done) > quarter(before.done)) this.begin("part", done);
    else if (ran && !running && done) this.begin(done < n ? "stopped" : "finished", done);
    this.measure(done, running && this.arrived);
    this.arrived = true;
  }

  private begin(kind: News["kind"], done: number): void {
    if (!this.arrived) return; // nothing is said of what was there before
    if (kind === "started") this.samples = [];
    this.news.value = { kind, done };
  }

  private measure(done: number, running: boolean): void {
    const at = performance.now();
    if (done === 0) {
      this.samples = [];
      this.rate.value = null;
    }
    if (this.samples.at(-1)?.done !== done) this.samples.push({ at, done });
    while (this.samples.length > 2 && at - (this.samples[1]?.at ?? at) > WINDOW_MS)
      this.samples.shift();
    const [first, last] = [this.samples[0], this.samples.at(-1)];
    if (!running || !first || !last || last.at - first.at < 200) return;
    this.rate.value = (1000 * (last.done - first.done)) / (last.at - first.at);
  }
}
