/**
 * What all pictures are made of. Lines take their colour and weight from the picture around them (art.css): "thin" and
 * "bold" are relative to it, so that one drawing serves every size. A picture is drawn once, in <defs>, and used often.
 */
import type { ComponentChildren } from "preact";

export type Art = ComponentChildren;
export type Weight = "thin" | "bold" | undefined;

export const INK = "#2a1f3d";
export const WHITE = "#fffdf8";
export const GUM = "#6b1434";
export const TONGUE = "#f0818f";
export const NAIL = "#fff1d2";

/** Path data with its numbers rounded to a tenth. */
export const path = (text: TemplateStringsArray, ...numbers: number[]): string =>
  String.raw(text, ...numbers.map((n) => Math.round(n * 10) / 10));

/** A surface with the outline. */
export const shape = (d: string, fill: string, weight?: Weight) => (
  <path class={weight} d={d} fill={fill} />
);

/** A surface without one. */
export const area = (d: string, fill: string) => <path class="bare" d={d} fill={fill} />;

/** The outline's line, or one of a colour and a width of its own. */
export const line = (d: string, weight?: Weight, stroke?: string) => (
  <path class={weight} d={d} stroke={stroke} />
);
export const stripe = (d: string, stroke: string, width: number) => (
  <path d={d} stroke={stroke} style={`stroke-width:${width}px`} />
);

export const disc = (x: number, y: number, r: number, fill: string, weight?: Weight) => (
  <circle class={weight} cx={x} cy={y} r={r} fill={fill} />
);
export const spot = (x: number, y: number, rx: number, fill: string, ry = rx) => (
  <ellipse class="bare" cx={x} cy={y} rx={rx} ry={ry} fill={fill} />
);

/** A limb: a thick line of one colour inside the outline. */
export const tube = (d: string, width: number, fill: string) => (
  <>
    <path d={d} style={`stroke-width:calc(${width}px + 2*var(--w))`} />
    {stripe(d, fill, width)}
  </>
);

/** The shadow on the ground under whoever stands there. */
export const shadow = () => (
  <ellipse class="bare" cx="60" cy="113" rx="42" ry="5" fill={INK} opacity=".16" />
);

export const turned = (transform: string, art: Art) => <g transform={transform}>{art}</g>;

/** Details that are left out where the picture is small. */
export const fine = (art: Art) => <g class="fine">{art}</g>;

let cuts = 0;

/** Art cut to an outline. */
export const cut = (d: string, art: Art) => {
  const id = `cut-${++cuts}`;
  return (
    <>
      <clipPath id={id}>
        <path d={d} />
      </clipPath>
      <g clip-path={`url(#${id})`}>{art}</g>
    </>
  );
};

export interface Tones {
  fill: string;
  shade: string;
  light: string;
  soft: string;
}

/** A body in the light of all pictures: a crescent of shade at the lower right, a pattern, the outline. */
export const solid = (d: string, tones: Tones, pattern?: Art) => (
  <>
    {area(d, tones.shade)}
    {cut(
      d,
      <>
        <path class="bare" d={d} fill={tones.fill} transform="translate(-4.5 -4)" />
        {pattern}
      </>,
    )}
    {line(d)}
  </>
);

/** Points round a centre, the first one on top; `radius` may differ from point to point. */
export const ring = (n: number, x: number, y: number, radius: (i: number) => number, flat = 1) =>
  Array.from({ length: n }, (_, i): [number, number] => {
    const angle = (2 * Math.PI * i) / n - Math.PI / 2;
    return [x + Math.cos(angle) * radius(i), y + Math.sin(angle) * radius(i) * flat];
  });
