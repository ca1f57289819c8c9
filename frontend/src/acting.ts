/** The reader's own choices: an intent goes to Python, which answers with `answered`, and new frames or an error. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Refusal } from "./contract";
import type { Model } from "./model";

const PATIENCE_MS = 3000;

export class Acting {
  /** What was asked and is not answered yet. */
  readonly pending = signal<{ id: number } | null>(null);
  /** Python has not answered for three seconds. */
  readonly gone = signal(false);
  /** The refusal to show: not one that was dismissed, and none while an answer is awaited. */
  readonly refusal: ReadonlySignal<Refusal | null>;
  private readonly error = signal<Refusal | null>(null);
  private readonly dismissed = signal<Refusal | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly model: Model) {
    this.onError();
    this.refusal = computed(() => {
      const error = this.error.value;
      return error === this.dismissed.value || this.pending.value ? null : error;
    });
  }

  /** The next intent, awaited from now on; ids go on growing when the page is loaded again. */
  ask<I extends { id: number }>(wish: Omit<I, "id">): I {
    const ids = [this.model.get("answered"), this.model.get("intent")?.id];
    const id = Math.max(0, ...ids.filter((one) => Number.isSafeInteger(one)).map(Number)) + 1;
    const intent = { ...wish, id } as I;
    this.pending.value = intent;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.gone.value = true;
    }, PATIENCE_MS);
    return intent;
  }

  onAnswered(): void {
    if (!this.pending.value || (this.model.get("answered") ?? 0) < this.pending.value.id) return;
    clearTimeout(this.timer);
    this.pending.value = null;
    this.gone.value = false;
  }

  onError(): void {
    this.error.value = this.model.get("error") ?? null;
  }

  dismiss(): void {
    this.dismissed.value = this.error.value;
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}
