/** How one view of any widget looks: its theme, whether it fills the screen, its open list of keys. */
import { computed, signal } from "@preact/signals";
import type { Session } from "./session";
import type { Theme } from "./theme";

export class Look {
  readonly help = signal(false);
  readonly full = signal(false);
  readonly measured = signal<Theme>("light");
  readonly theme = computed(() => {
    const wish = this.store.theme.value;
    return wish === "light" || wish === "dark" ? wish : this.measured.value;
  });

  constructor(readonly store: Session) {}
}
