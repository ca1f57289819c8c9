/** Light or dark: measured from the real background behind the widget, because every host marks its theme differently. */

export type Theme = "light" | "dark";

export function measure(element: Element): Theme {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const luminance = luminanceOf(getComputedStyle(at).backgroundColor);
    if (luminance !== null) return luminance < 0.4 ? "dark" : "light";
  }
  const scheme = getComputedStyle(document.documentElement).colorScheme ?? "";
  const prefersDark =
    scheme.includes("dark") && globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches;
  return scheme === "dark" || prefersDark ? "dark" : "light";
}

/** Call back with the theme now and whenever the page may have changed it; the function returned stops that. */
export function watchTheme(element: Element, callback: (theme: Theme) => void): () => void {
  const check = () => callback(measure(element));
  const observer = new MutationObserver(check);
  for (const target of [document.documentElement, document.body]) {
    observer.observe(target, {
      attributes: true,
      attributeFilter: ["class", "style", "theme", "data-jp-theme-light"],
    });
  }
  const media = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
  media?.addEventListener?.("change", check);
  const timers = [50, 600].map((ms) => setTimeout(check, ms)); // style sheets may come after us
  check();
  return () => {
    observer.disconnect();
    media?.removeEventListener?.("change", check);
    timers.forEach(clearTimeout);
  };
}

const parentOf = (element: Element): Element | null =>
  element.parentElement ??
  ((element.getRootNode() as ShadowRoot).host as Element | undefined) ??
  null;

/** 0 (black) to 1 (white); null where the colour lets what is behind shine through, or cannot be read. */
export function luminanceOf(color: string): number | null {
  const numbers = color.match(/[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
  const [r = 0, g = 0, b = 0, alpha = 1] = numbers;
  if (numbers.length < 3 || alpha < 0.5) return null;
  const scale = color.startsWith("rgb") ? 255 : 1; // color(srgb r g b) counts from 0 to 1
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / scale;
}
