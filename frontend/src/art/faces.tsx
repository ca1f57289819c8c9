/** Eyes and mouths: they carry the mood, and a mood always repeats a fact of the game. */
import {
  type Art,
  area,
  cut,
  disc,
  GUM,
  INK,
  line,
  path,
  shape,
  spot,
  TONGUE,
  WHITE,
} from "./shapes";

export const MOODS = ["hungry", "fed", "unfed", "scared"] as const;
export type Mood = (typeof MOODS)[number];

/** `skin` is the colour of the lids; `pen` that of lines on a dark skin. */
export interface Face {
  mood: Mood;
  skin: string;
  pen?: string;
}

interface Eye {
  pupil?: number;
  iris?: string;
  /** The eye stands out of the head, so that its lid shows when closed. */
  ball?: boolean;
}

/**
 * An eye: `side` is -1 for a left one, 1 for a right one, between them a middle one; `lazy` is how far the lid is down, 0
 * to 1, and `tilt` its slant in degrees. Where it looks is up to whoever uses the picture (--look-x, --look-y).
 */
export function eye(
  face: Face,
  x: number,
  y: number,
  r: number,
  side: number,
  lazy = 0,
  tilt = 0,
  more: Eye = {},
): Art {
  const { ball, iris } = more;
  const [sad, scared] = [face.mood === "unfed", face.mood === "scared"];
  if (face.mood === "fed") {
    if (!ball)
      return line(
        path`M${x - r * 0.86} ${y + r * 0.32}Q${x} ${y - r * 1.15} ${x + r * 0.86} ${y + r * 0.32}`,
        "bold",
        face.pen,
      );
    const closed = path`M${x - r * 0.6} ${y + r * 0.1}Q${x} ${y + r * 0.75} ${x + r * 0.6} ${y + r * 0.1}`;
    return [disc(x, y, r, face.skin), line(closed, "bold")];
  }
  const R = scared ? r * 1.1 : r;
  const p = scared ? 0.24 : (more.pupil ?? 0.5) + (sad ? 0.1 : 0);
  const lid = scared ? 0 : sad ? 0.24 : lazy;
  const dy = 2 * lid - 1;
  const dx = Math.sqrt(1 - dy * dy);
  return (
    <>
      {disc(x, y, R, WHITE)}
      <g class="look" style={`--reach:${R * (1 - p) * 0.8}px`}>
        {iris && !scared && spot(x, y, R * (p + 0.16), iris)}
        {spot(x, y, R * p, INK)}
        {!scared && spot(x - R * p * 0.34, y - R * p * 0.4, R * p * (sad ? 0.38 : 0.3), WHITE)}
      </g>
      {lid > 0.03 && (
        <path
          d={path`M${x - dx * R} ${y + dy * R}A${R} ${R} 0 0 1 ${x + dx * R} ${y + dy * R}Z`}
          fill={face.skin}
          transform={`rotate(${sad ? 24 * side : tilt} ${x} ${y})`}
        />
      )}
      {sad &&
        !ball &&
        side !== 0 &&
        line(
          path`M${x - side * r} ${y - r * 1.6}Q${x} ${y - r * 1.5} ${x + side * r} ${y - r}`,
          undefined,
          face.pen,
        )}
      {sad && side > 0.4 && tear(x + r * 0.5, y + r * 0.7, 1)}
    </>
  );
}

const tear = (x: number, y: number, s: number) =>
  shape(
    path`M${x} ${y}c${3 * s} ${5 * s} ${5 * s} ${7 * s} ${5 * s} ${10 * s}a${5 * s} ${5 * s} 0 0 1${-10 * s} 0c0${-3 * s} ${2 * s}${-5 * s} ${5 * s}${-10 * s}Z`,
    "#bfe3f7",
    "thin",
  );

export const tooth = (x: number, y: number, w: number, h: number) =>
  shape(
    path`M${x - w / 2} ${y}Q${x - w * 0.3} ${y + h} ${x} ${y + h}Q${x + w * 0.4} ${y + h * 0.9} ${x + w / 2} ${y}Z`,
    WHITE,
    "thin",
  );

/** Teeth as [from the middle, width, height]: they hang from the upper lip, or stand on the lower one. */
interface Mouth {
  teeth?: [number, number, number][];
  low?: [number, number, number][];
  skew?: number;
}

export function mouth(face: Face, x: number, y: number, w: number, h: number, more: Mouth = {}) {
  const { teeth = [], low = [], skew = 0 } = more;
  const [a, b] = [x - w / 2, x + w / 2];
  if (face.mood === "fed") {
    const [dx = 0, tw = 0, th = 0] = teeth[0] ?? [];
    return (
      <>
        {line(path`M${a} ${y + skew}Q${x} ${y + h * 1.25} ${b} ${y - skew}`, "bold")}
        {line(path`M${a - 2} ${y - 2}q2 1 4 4M${b + 2} ${y - 2}q-2 1-4 4`)}
        {tw > 0 && tooth(x + dx, y + h * 0.52 * (1 - Math.abs(dx) / w) + 1, tw, th * 0.8)}
      </>
    );
  }
  if (face.mood === "unfed") return frown(face, x, y + h * 0.7, Math.min(w * 0.3, 12));
  if (face.mood === "scared") return wobble(face, x, y + h * 0.4, w * 0.72);
  const lips = path`M${a} ${y + skew}Q${x} ${y - h * 0.16} ${b} ${y - skew}C${b} ${y + h * 1.12} ${a} ${y + h * 1.18} ${a} ${y + skew}Z`;
  return (
    <>
      {area(lips, GUM)}
      {cut(
        lips,
        <>
          {spot(x + w * 0.06, y + h * 0.98, w * 0.3, TONGUE, h * 0.44)}
          {teeth.map(([dx, tw, th]) => tooth(x + dx, y - h * 0.12 - 0.6, tw, th + h * 0.1))}
          {low.map(([dx, tw, th]) =>
            tooth(x + dx, y + h * (0.9 - 0.55 * ((2 * dx) / w) ** 2) + 1.5, tw, -th - 1.5),
          )}
        </>,
      )}
      {line(lips)}
    </>
  );
}

export const frown = (face: Face, x: number, y: number, w: number) =>
  line(path`M${x - w} ${y + 2}Q${x} ${y - w} ${x + w} ${y + 2}`, "bold", face.pen);

export const wobble = (face: Face, x: number, y: number, w: number) => {
  const q = w / 4;
  return line(path`M${x - w / 2} ${y}q${q / 2}-6 ${q} 0t${q} 0 ${q} 0 ${q} 0`, "bold", face.pen);
};

export const blush = (face: Face, ...at: [number, number][]) =>
  face.mood === "fed" && <g opacity=".55">{at.map(([x, y]) => spot(x, y, 5, "#ef6f7d", 3))}</g>;
