/** Cards travel from where they lay to where they lie, one after the other; only when the reader goes on a step. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Move } from "./contract";
import type { Game } from "./game";
import type { ViewState } from "./view";

const FLIP_MS = 240;
const MOVE_MS = 420;
const SWEEP_MS = 640;
const STAGGER_MS = 60;
const ARC_PX = 34;
const STILL_SPEED = 4; // at this speed and above only end states are shown
const EASE = "cubic-bezier(.22,.8,.3,1)";

/** Where a card lay, and what it looked like there. */
interface Start {
  box: DOMRect;
  look: Element;
  /** Its back was seen: that of the card, or of its pile. */
  back: boolean;
}

/**
 * Boards mark a card with data-at="zone card", a pile with data-at="zone"; the frame marks a player's panel with
 * data-at=":player". A move whose ends are not found is not seen: the card is simply there.
 */
export function useMotion(view: ViewState, game: Game, table: { current: HTMLElement | null }) {
  const { store } = view;
  const now = { shown: view.shown.value, index: store.index.value };
  const seen = useRef(now);
  const stop = useRef(() => {});
  const stepped = seen.current.shown !== now.shown;
  const root = table.current?.closest<HTMLElement>(".mw");
  const moves = stepped && root ? movesOf(view, game, seen.current, now) : [];
  // read here, while the page still shows the step before
  const places = moves.length > 0 && root ? new Places(root) : null;
  const starts = moves.map(({ source, card }) => startOf(places?.take(source, card)));
  useLayoutEffect(() => {
    seen.current = now;
    if (!stepped) return;
    stop.current();
    const flight = root && places ? fly(root, moves, starts, store.speed.peek()) : null;
    stop.current = flight?.stop ?? (() => {});
    store.restsAt = performance.now() + (flight?.ms ?? 0);
  });
  useLayoutEffect(() => () => stop.current(), []);
}

interface Place {
  shown: number;
  index: number;
}

/** What moved from one step to the next one; nothing where the reader jumped, or only looked at another step. */
function movesOf(view: ViewState, game: Game, before: Place, now: Place): Move[] {
  const { store } = view;
  const frame = view.frame.value;
  const looked = before.shown !== before.index || now.shown !== now.index;
  const still = !store.goingOn || looked || store.speed.value >= STILL_SPEED;
  if (still || !frame || isCalm()) return [];
  const frames = store.frames.value?.slice(before.shown + 1, now.shown + 1) ?? [];
  const moves = frames.flatMap((one) => one.moves);
  return game.travels ? game.travels(frame, moves) : moves;
}

const isCalm = () =>
  !Element.prototype.animate || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Finds where cards lie; of several equal cards of a zone each is given once, the last first. */
class Places {
  private readonly all = new Map<string, HTMLElement[]>();

  constructor(root: HTMLElement) {
    for (const element of root.querySelectorAll<HTMLElement>("[data-at]")) {
      if (element.closest("[data-still]")) continue;
      const at = element.dataset.at as string;
      this.all.set(at, [...(this.all.get(at) ?? []), element]);
    }
  }

  take(zone: string, card: string): HTMLElement | undefined {
    const [pile] = this.all.get(zone) ?? this.all.get(zone.replace(/^[^:]*/, "")) ?? [];
    return this.all.get(`${zone} ${card}`)?.pop() ?? this.all.get(`${zone} hidden`)?.pop() ?? pile;
  }
}

const isCard = (element: HTMLElement) => (element.dataset.at as string).includes(" ");

function startOf(element: HTMLElement | undefined): Start | undefined {
  if (!element) return undefined;
  const back = !isCard(element) || element.dataset.at?.endsWith(" hidden") === true;
  return { box: drawnIn(element).getBoundingClientRect(), look: lookOf(element), back };
}

/** What is drawn at a place: the card itself, or the first picture of a pile. */
const drawnIn = (element: HTMLElement): Element =>
  isCard(element) ? element : (element.querySelector("svg") ?? element);

/** A copy of a card as it is drawn where it lies. */
function lookOf(element: HTMLElement): Element {
  const drawn = drawnIn(element);
  const copy = drawn.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-at");
  copy.style.cssText = "width:100%;display:block";
  // how thick lines are depends on where a picture stands
  copy.style.setProperty("--line", getComputedStyle(drawn).getPropertyValue("--line"));
  return copy;
}

interface Flight {
  /** How long it takes. */
  ms: number;
  /** Ends it at once. */
  stop: () => void;
}

/** Let the cards fly. */
function fly(
  root: HTMLElement,
  moves: Move[],
  starts: (Start | undefined)[],
  speed: number,
): Flight {
  const layer = document.createElement("div");
  layer.className = "flights";
  layer.setAttribute("aria-hidden", "true");
  root.querySelector(".mw-frame")?.append(layer); // the whole height, also where .mw scrolls (full screen)
  root.toggleAttribute("data-flying", true);
  const origin = layer.getBoundingClientRect();
  const places = new Places(root);
  const running: Animation[] = [];
  const ends: number[] = [];
  const move = (element: Element, frames: Keyframe[], duration: number, delay: number) => {
    const options = {
      duration: duration / speed,
      delay: delay / speed,
      fill: "backwards" as const,
    };
    running.push(element.animate(frames, { ...options, easing: EASE }));
    ends.push(delay + duration);
  };
  const panels = new Map<Element, number>();
  let delay = 0;
  moves.forEach(({ target, card }, i) => {
    const [start, end] = [starts[i], places.take(target, card)];
    if (!start || !end) return;
    const box = drawnIn(end).getBoundingClientRect();
    const panel = end.closest(".hand");
    const near = Math.hypot(box.x - start.box.x, box.y - start.box.y) < box.width / 2;
    const duration = near ? FLIP_MS : panel ? SWEEP_MS : MOVE_MS;
    const turns = start.back && isCard(end) && !(end.dataset.at as string).endsWith(" hidden");
    const path = pathOf(start.box, box, near ? 10 : ARC_PX);
    const ghost = (look: Element, frames: Keyframe[], length: number, after: number) => {
      const place = layer.appendChild(document.createElement("div"));
      place.style.cssText = `left:${start.box.x - origin.x}px;top:${start.box.y - origin.y}px;width:${start.box.width}px`;
      place.append(look);
      move(place, frames, length, after);
    };
    const front = turns && lookOf(end);
    if (front) {
      ghost(start.look, [path(0), path(0.5, 90)], duration / 2, delay);
      ghost(front, [path(0.5, -90), path(1)], duration / 2, delay + duration / 2);
    } else ghost(start.look, [path(0), path(0.5), path(1)], duration, delay);
    if (isCard(end)) move(end, [{ opacity: 0 }, { opacity: 0 }], duration, delay);
    if (panel) panels.set(panel, delay + duration);
    delay += STAGGER_MS;
  });
  for (const [panel, after] of panels) {
    const total = panel.querySelector(".tot");
    if (total) move(total, [{ scale: 1 }, { scale: 1.25 }, { scale: 1 }], FLIP_MS, after);
  }
  let over = false;
  const stop = () => {
    if (over) return; // the next flight may have begun
    over = true;
    for (const one of running) one.cancel();
    layer.remove();
    root.toggleAttribute("data-flying", false);
  };
  Promise.all(running.map((one) => one.finished)).then(stop, () => {}); // cancelled: by stop itself
  return { ms: Math.max(0, ...ends) / speed, stop };
}

/** A shallow arc between two boxes: t runs from 0 to 1. */
const pathOf =
  (a: DOMRect, b: DOMRect, lift: number) =>
  (t: number, turn = 0): Keyframe => {
    const [x, y] = [t * (b.x - a.x), t * (b.y - a.y) - 4 * t * (1 - t) * lift];
    const scale = 1 + t * (b.width / (a.width || 1) - 1);
    // without an animation a card of this layer is not seen
    return {
      visibility: "visible",
      transform: `translate(${x}px,${y}px) scale(${scale}) rotateY(${turn}deg)`,
    };
  };
