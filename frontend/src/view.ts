/** What one view of a widget has for itself: its preview, its open panels, its theme. */
import { computed, signal } from "@preact/signals";
import { read } from "./reading";
import type { Store } from "./store";
import type { Theme } from "./theme";

export class ViewState {
  /** A step of the log that is looked at without going there; over as soon as the game is stepped. */
  readonly preview = signal<{ stop: number; from: number } | null>(null);
  readonly help = signal(false);
  readonly measured = signal<Theme>("light");
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
  readonly theme = computed(() => {
    const wish = this.store.theme.value;
    return wish === "light" || wish === "dark" ? wish : this.measured.value;
  });

  constructor(readonly store: Store) {}
}
