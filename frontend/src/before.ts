import { type Inputs, useLayoutEffect } from "preact/hooks";

/** Calls back when all of a step is drawn, and before it is painted: to measure earlier would lay the page out twice. */
export function useBeforePaint(callback: () => void, inputs?: Inputs): void {
  useLayoutEffect(() => {
    const id = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(id);
  }, inputs);
}
