import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const NEXT: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * One tab stop for a group of controls marked data-rove (data-rove="on": where Tab enters first); arrow keys, Home
 * and End move inside. Spread the result on the group's element; call it in the component that draws the controls.
 */
export function useRoving<E extends HTMLElement>(own?: RefObject<E | null>) {
  const made = useRef<E | null>(null);
  const ref = own ?? made;
  const chosen = useRef<HTMLElement | null>(null);
  const items = () => [...(ref.current?.querySelectorAll<HTMLElement>("[data-rove]") ?? [])];
  const settle = () => {
    const all = items();
    const kept = all.find((item) => item === chosen.current);
    const stop = kept ?? all.find((item) => item.dataset.rove === "on") ?? all[0];
    for (const item of all) {
      const tabIndex = item === stop ? 0 : -1;
      if (item.tabIndex !== tabIndex || !item.hasAttribute("tabindex")) item.tabIndex = tabIndex;
    }
  };
  useLayoutEffect(settle);
  return {
    ref,
    onFocusIn: (event: FocusEvent) => {
      const item = (event.target as Element).closest<HTMLElement>("[data-rove]");
      if (!item) return;
      chosen.current = item;
      settle();
    },
    onFocusOut: (event: FocusEvent) => {
      if (ref.current?.contains(event.relatedTarget as Node | null)) return;
      chosen.current = null;
      settle();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const all = items();
      const at = all.indexOf((event.target as Element).closest("[data-rove]") as HTMLElement);
      if (at < 0 || event.shiftKey) return;
      const by = NEXT[event.key];
      const to = by
        ? at + by
        : event.key === "Home"
          ? 0
          : event.key === "End"
            ? all.length - 1
            : -1;
      if (by === undefined && to < 0) return;
      event.preventDefault();
      all[to]?.focus();
    },
  };
}
