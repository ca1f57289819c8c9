/** The small parts all panels share. */
import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icons";
import type { Words } from "./messages";

export type ButtonProps = Omit<JSX.IntrinsicElements["button"], "icon"> & {
  icon?: IconName;
  /** Looks and reads as disabled but keeps the focus; presses do nothing. */
  off?: boolean;
  rove?: boolean | "on";
  children?: ComponentChildren;
};

export function Button({
  icon,
  off = false,
  rove = false,
  onClick,
  children,
  class: look = "",
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      class={`btn ${look}`}
      aria-disabled={off ? "true" : undefined}
      data-rove={rove === false ? undefined : rove === "on" ? "on" : ""}
      {...rest}
      onClick={off ? undefined : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A named group of controls. */
export const Group = (props: JSX.IntrinsicElements["fieldset"]) => <fieldset {...props} />;

/** A player's badge: a letter in a shape of the seat's own (never told by colour). */
export function Who({
  player,
  words,
  small = false,
}: {
  player: number;
  words: Words;
  small?: boolean;
}) {
  const letter = Array.from(words.player(player).trim())[0]?.toUpperCase() ?? String(player + 1);
  return (
    <span class={`who ${"abcdefgh"[player % 8]}${small ? " sm" : ""}`} aria-hidden="true">
      {letter}
    </span>
  );
}

export function Signed({ n, words }: { n: number; words: Words }) {
  return <span class={`num ${n > 0 ? "plus" : n < 0 ? "minus" : "zero"}`}>{words.signed(n)}</span>;
}
