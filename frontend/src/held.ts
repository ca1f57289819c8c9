import { useLayoutEffect } from "preact/hooks";
import type { ViewState } from "./view";

/**
 * What has the focus may go away with its step. After a choice the focus then goes to the next choice or, while there is
 * none, to the board, from where it goes on to the choice that comes; else to the button that steps forward.
 */
export function useHeldFocus(view: ViewState, board: { current: HTMLElement | null }) {
  // read here, while the page still shows the step before
  const before = (board.current?.getRootNode() as ShadowRoot | undefined)?.activeElement;
  useLayoutEffect(() => {
    const box = board.current;
    if (!box) return;
    const root = box.getRootNode() as ShadowRoot;
    const gone =
      root.activeElement === null && (!root.host || document.activeElement === document.body);
    if (view.held) {
      if (!gone && root.activeElement !== box) {
        view.held = root.activeElement?.closest("[data-choice]") != null;
        return;
      }
      const choice = root.querySelector<HTMLElement>("[data-choice]");
      (choice ?? box).focus({ preventScroll: true });
      choice?.scrollIntoView?.({ block: "nearest" }); // it may stand in the reader's own panel, out of sight
    } else if (gone && before) {
      root.querySelector<HTMLElement>("[data-forward]")?.focus({ preventScroll: true });
    }
  });
}
