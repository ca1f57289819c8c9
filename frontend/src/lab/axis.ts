/** Axes of a plot: round numbers to write at them, and how wide there is room to draw. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** Round numbers (steps of 1, 2 or 5 times a power of ten) from low to high, about so many. */
export function ticks(low: number, high: number, about: number): number[] {
  const step = roundStep((high - low) / about);
  if (!(step > 0)) return [low];
  const first = Math.ceil(low / step - 1e-9);
  const n = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: n }, (_, i) => (first + i) * step);
}

export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** How many decimals such numbers need. */
export const decimalsOf = (step: number): number =>
  Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

const USUAL = 560;

/** The width of an element in pixels, followed, so that a picture is drawn in the size of its letters. */
export function useWidth<E extends Element>() {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(USUAL);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !globalThis.ResizeObserver) return;
    const measure = () => setWidth(Math.round(element.getBoundingClientRect().width) || USUAL);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}
