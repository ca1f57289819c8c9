/** Small line icons on a 24 by 24 grid; always beside words or on a labelled button, so hidden from readers. */

const PATHS = {
  first: "M6 5v14M18 6l-8 6 8 6",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  last: "M18 5v14M6 6l8 6-8 6",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8 5v14M16 5v14",
  big: "M4 5h16v11H4zM12 16v3M8 20h8M9.5 13l2.5-5 2.5 5M10.3 11.4h3.4",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  small: "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
  bulb: "M9.5 18h5M10.5 21h3M8.5 14.5a5.5 5.5 0 1 1 7 0c-.7.7-1 1.5-1 2.5h-5c0-1-.3-1.8-1-2.5z",
  look: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20",
  tick: "M5 13l4.5 4.5L19 7",
  keys: "M3 7h18v10H3zM7 10.5h.01M11 10.5h.01M15 10.5h.01M8 14h8",
  rule: "M5 4h11l3 3v13H5zM9 10h6M9 14h6",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3",
  warn: "M12 4l9 16H3zM12 10v5M12 17.6h.01",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  close: "M6 6l12 12M18 6L6 18",
  eye: "M2.5 12s3.5-6 9.5-6 9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  came: "M4 12h13M12 7l5 5-5 5",
  branch: "M7 4v16M7 13c6 0 10-2 10-8M13.5 8L17 4.5 20.5 8",
  up: "M6 15l6-7 6 7",
  down: "M6 9l6 7 6-7",
  dot: "M12 11.5h.01M12 12.5h.01",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class={name === "play" ? "ico solid" : "ico"}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
