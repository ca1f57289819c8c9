/** Keys of a view, only while focus is inside and not in a field. Tab is never touched. */
import type { ViewState } from "./view";

/** The list that "?" opens: keys and the name of what they do (common.ui.key_<name>). */
export const KEY_LIST: [string, string][] = [
  [".", "forward"],
  [",", "back"],
  ["⇧ .", "forward_one"],
  ["⇧ ,", "back_one"],
  ["P", "play"],
  ["G", "question"],
  ["← → ↑ ↓", "arrows"],
  ["?", "help"],
  ["Esc", "close"],
];

export function onKeyDown(view: ViewState, event: KeyboardEvent): void {
  if (!keep(event)) return;
  if (event.isComposing || isField(event.target as Element)) return;
  if (act(view, event)) event.preventDefault();
}

/**
 * Keep a key from the notebook, whose commands are single letters; false for those with Ctrl, Alt or Meta, which it may
 * have. (For hosts that hear keys before the widget does, see factory.ts.)
 */
export function keep(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  event.stopPropagation();
  return true;
}

function act({ store, help, preview }: ViewState, event: KeyboardEvent): boolean {
  if (event.key === "?") help.value = !help.value;
  else if (event.key === "Escape") {
    if (!help.value && preview.value === null) return false;
    help.value = false;
    preview.value = null;
  } else if (event.code === "Period") event.shiftKey ? store.step(1) : store.forward();
  else if (event.code === "Comma") event.shiftKey ? store.step(-1) : store.back();
  else if (event.code === "KeyP" && !event.shiftKey) store.togglePlaying();
  else if (event.code === "KeyG" && !event.shiftKey) return toQuestion(event.currentTarget);
  else return false;
  return true;
}

/** Go to the answer that is chosen, or to the first; false where nothing is asked. */
function toQuestion(root: EventTarget | null): boolean {
  const fields = [
    ...((root as ShadowRoot | null)?.querySelectorAll<HTMLInputElement>(
      "[data-question] :is(input, select)",
    ) ?? []),
  ];
  const field = fields.find((one) => one.checked) ?? fields[0];
  field?.focus();
  return field !== undefined;
}

const isField = (element: Element): boolean =>
  element.matches("select, textarea, input:not([type=range], [type=radio]), [contenteditable]");
