/** What one view of a game has for itself: its preview, its open panels. */
import { computed, signal } from "@preact/signals";
import type { Frame, Hint } from "./contract";
import type { Choices } from "./game";
import { Look } from "./look";
import { read } from "./reading";
import type { Store } from "./store";

export class ViewState extends Look {
  /** A step of the log that is looked at without going there; over as soon as the game is stepped. */
  readonly preview = signal<{ stop: number; from: number } | null>(null);
  /** The hint that was read and put away. */
  readonly hintClosed = signal<Hint | null>(null);
  /** What is chosen as the answer to a question, and not confirmed yet. */
  readonly pick = signal<{ step: number; answer: string } | null>(null);
  readonly ruleOpen = signal(false);
  readonly rule = signal("");

  readonly shown = computed(() => {
    const { index, last } = this.store;
    const preview = this.preview.value;
    const at = preview?.from === index.value ? preview.stop : index.value;
    return Math.min(at, last.value);
  });
  readonly previewing = computed(() => this.shown.value !== this.store.index.value);
  readonly frame = computed(() => this.store.frames.value?.[this.shown.value]);
  readonly reading = computed(() => {
    const { words, frames, stops } = this.store;
    return read(words.value, frames.value ?? [], stops.value, this.shown.value);
  });
  /** The chances beside the step on screen are covered: its question is open, or asks for just these. */
  readonly covered = computed(() => {
    const { wall, frames, predicted } = this.store;
    const shown = this.shown.value;
    const asked = frames.value?.[wall.value ?? -1];
    if (wall.value === null || !asked || shown > wall.value) return false;
    if (shown === wall.value) return true;
    const rows = (frame?: Frame) => JSON.stringify(frame?.odds?.map((table) => table.rows));
    const said = predicted.value.some(({ step }) => step === shown);
    return asked.question?.kind === "chance" && !said && rows(asked) === rows(this.frame.value);
  });
  /** The newest step is shown and rests: here a choice can be made. */
  readonly open = computed(
    () => this.store.newest.value && this.store.running.value === null && !this.previewing.value,
  );
  /** Why no choice can be made now although it is the reader's turn: a key of common.error. */
  readonly hindrance = computed(() => {
    const { isStatic, acting, info } = this.store;
    if (isStatic) return "no_python";
    if (info.value.held) return "held";
    return acting.gone.value ? "gone_short" : acting.pending.value ? "waiting" : null;
  });
  readonly choices = computed((): Choices => {
    const { you } = this.store.info.value;
    const legal = (this.open.value && this.frame.value?.view.legal_actions) || [];
    return {
      actions: legal.filter((action) => you.includes(action.player)),
      off: this.hindrance.value !== null,
      choose: this.choose,
    };
  });
  /** A choice was made here, and the focus shall go to the next one. */
  held = false;
  readonly choose = (notation: string): void => {
    this.held = true;
    this.store.choose(notation);
  };
  /** Ask for a hint at the step on screen, show it again, or put it away. */
  readonly toggleHint = (): void => this.toggle(this.hint.value, "explain", 0);
  /** The same for the choice that led to it. */
  readonly toggleWhy = (): void => this.toggle(this.why.value, "why", 1);
  readonly hint = computed(() => this.answer(0));
  readonly why = computed(() => this.answer(1));
  /** The list of what else could have been done is open. */
  readonly asking = signal(false);

  /** The answer to a question about the step on screen, or (`back` is 1) about the choice that led there. */
  private answer(back: number): Hint | null {
    const hint = this.store.hint.value;
    const here = hint && this.isOf(hint, back) && this.hintClosed.value !== hint;
    return here ? hint : null;
  }

  private isOf(hint: Hint, back: number): boolean {
    const step = this.shown.value;
    const asked = (hint.verdict === null ? 0 : 1) === back;
    return asked && hint.step === step - back && hint.line === this.store.owner(step);
  }

  private toggle(open: Hint | null, what: string, back: number): void {
    const { hint } = this.store;
    if (open) this.hintClosed.value = open;
    else {
      this.hintClosed.value = null;
      if (!hint.value || !this.isOf(hint.value, back)) this.store.inquire(what, this.shown.value);
    }
  }

  constructor(override readonly store: Store) {
    super(store);
  }
}
