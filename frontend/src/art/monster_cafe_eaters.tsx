/** The nine eaters of Monster Café, 120 by 120: bodies, and faces with a mood. */
import { blush, eye, type Face, frown, mouth, tooth, wobble } from "./faces";
import { type Eater, type Food, TONES } from "./monster_cafe_kinds";
import {
  type Art,
  area,
  cut,
  fine,
  GUM,
  INK,
  line,
  NAIL,
  path,
  ring,
  shape,
  solid,
  spot,
  stripe,
  TONGUE,
  type Tones,
  tube,
  turned,
  WHITE,
} from "./shapes";

const FEET = "M40 107c-9-1-13 4-11 7H50c2-4-2-7-10-7Zm40 0c-8-1-12 4-10 7H91c2-4-3-7-11-7Z";

/** Dust: spikes of fluff all round. */
const FLUFF = (() => {
  const tips = ring(22, 60, 74, (i) => 40 + (i % 3), 0.95);
  const gaps = ring(22, 60, 74, () => 34, 0.95);
  const [[x, y] = [0, 0]] = tips;
  const spikes = tips.map(([tx, ty], i) => {
    const [gx, gy] = gaps[i] as [number, number];
    return i ? path`Q${gx} ${gy} ${tx} ${ty}` : "";
  });
  return (
    path`M${x} ${y}` + spikes.join("") + path`Q${gaps[0]?.[0] ?? 0} ${gaps[0]?.[1] ?? 0} ${x} ${y}Z`
  );
})();

/** Anything: soft lobes all round. */
const LOBES = (() => {
  const points = ring(22, 60, 62, (i) => (i % 2 ? 43 : 54 + (i % 3)), 0.93);
  const middle = (i: number) => {
    const [ax, ay] = points[i % 22] as [number, number];
    const [bx, by] = points[(i + 1) % 22] as [number, number];
    return path`${(ax + bx) / 2} ${(ay + by) / 2}`;
  };
  return `M${middle(21)}${points.map(([x, y], i) => path`Q${x} ${y} ` + middle(i)).join("")}Z`;
})();

const CONFETTI: [number, number, Food][] = [
  [22, 52, "eyeball"],
  [99, 56, "toenail"],
  [19, 74, "lint"],
  [102, 76, "brain"],
  [42, 21, "sludge"],
  [80, 20, "stinky_sock"],
  [33, 97, "toenail"],
  [88, 97, "dust_bunny"],
];
export const confetti = () =>
  CONFETTI.map(([x, y, food], i) => (
    <path
      class="bare"
      d={
        i % 3
          ? i % 3 === 1
            ? "M0-4l4 7h-8Z"
            : "M-3-3h6v6h-6Z"
          : "M0-4a4 4 0 1 1 0 8a4 4 0 0 1 0-8Z"
      }
      fill={TONES[food].fill}
      transform={`translate(${x} ${y}) rotate(${i * 20})`}
    />
  ));

const horn = (x: number, y: number, turn: number, s: number) =>
  turned(
    `translate(${x} ${y}) rotate(${turn}) scale(${s})`,
    shape("M-9 4c0-14 6-24 19-28C6-14 8-4 9 4Q0 8-9 4Z", NAIL),
  );

export const BODIES: Record<Eater, (k: Tones) => Art> = {
  sludge: (k) => [
    solid(
      "M16 98c-2-24 6-47 26-53 10-3 13-10 11-18-2-8 6-12 11-7 7 7 3 17 9 22 22 5 34 28 31 55-1 8-10 9-11 2-1-4-6-4-6 1 0 13-14 14-15 3-1-5-7-5-8 0-1 6-10 6-11-1-1-5-7-5-7 0-1 13-16 13-16 1-1-6-4-5-5-2-2 5-9 4-9-3Z",
      k,
      [
        [29, 82, 5],
        [91, 84, 4.5],
        [84, 60, 3],
        [24, 70, 2.5],
      ].map(([x = 0, y = 0, r = 0]) => spot(x, y, r, k.light)),
    ),
  ],
  stinky_sock: (k) => [
    solid(
      "M50 111c1-12 3-21 0-29-10 6-28 5-36-6-8-12-2-27 11-31 9-3 12-8 17-15 9-14 28-19 41-10 13 9 15 26 13 42-2 18-2 36-1 49-14 2-31 2-45 0Z",
      k,
      [
        area("M4 40H28c-5 12-5 28 3 48H4ZM72 8c16 0 32 14 32 38C94 44 78 30 72 8Z", k.light),
        stripe("M40 78q34-10 64-6M42 90q32-10 62-6", k.light, 5.5),
      ],
    ),
    shape("M47 101q25 5 51 0l1 11q-27 5-53 0Z", k.light),
    line("M58 104v7m8-6v7m8-7v7m8-7v7m8-8v7", "thin"),
    fine([
      turned("rotate(8 82 56)", shape("M75 48h14v14H75Z", "#fbdc58", "thin")),
      line("M80 45v5m8-4v5M77 60v4m9-3v4", "thin"),
    ]),
    spot(14, 58, 2.2, INK),
  ],
  eyeball: (k) => [
    tube("M40 54C34 44 28 42 29 32", 6.5, k.fill),
    tube("M60 48c2-10-2-14 0-24", 6.5, k.fill),
    tube("M80 54c4-8 12-6 12-15", 6.5, k.fill),
    shape(FEET, k.shade),
    solid(
      "M22 78C20 55 39 43 59 43c24-1 40 13 39 36-1 22-17 31-38 31-23 0-36-10-38-32Z",
      k,
      [55, 99].map((y) => stripe(`M14 ${y}q6-7 12 0t12 0 12 0 12 0 12 0 12 0 12 0`, k.light, 3.4)),
    ),
  ],
  roadkill: (k) => [
    shape("M17 80C8 75 4 62 10 54c10 0 18 8 20 17Z", k.fill),
    solid(
      "M7 102C5 82 15 68 31 65c6-10 19-10 29-8 13-3 26 0 32 8 15 4 23 18 21 37 0 7-6 10-14 9-25 2-54 2-78 0-9 1-14-2-14-9Z",
      k,
      [
        spot(47, 98, 37, k.light, 17),
        turned("rotate(9 92 84)", [
          area("M79 40h25v80H79Z", k.light),
          stripe("M79 62l12 8 13-8M79 76l12 8 13-8M79 90l12 8 13-8M79 104l12 8 13-8", k.shade, 4.4),
        ]),
      ],
    ),
    turned("rotate(12 92 46)", [
      shape("M76 60h32l-3 6H79Z", "#f58c69"),
      shape("M81 60l9-30q2-2 4 0l9 30q-11 3-22 0Z", "#e95e38"),
      area("M85 46q7 3 14 0l2 7q-9 3-18 0Z", WHITE),
    ]),
  ],
  brain: (k) => [
    shape("M51 106c-7 0-11 5-9 8H58c1-5-2-8-7-8Zm21 0c-5 0-9 5-7 8H81c1-5-4-8-9-8Z", k.shade),
    solid(
      "M44 103c-5-6-6-12-6-18C21 88 9 75 15 61 7 48 17 34 32 36c1-14 20-20 30-11 12-11 30-3 30 11 16 0 23 17 13 27 6 14-7 25-21 22 0 7-1 13-5 18-3 9-32 9-35 0Z",
      k,
      stripe(
        "M62 27c-4 6 4 10-1 17M36 37c6 0 8 5 5 9 5-1 9 1 9 5M90 37c-6 0-10 4-6 8-5 0-9 2-10 5M17 60c7-3 12 0 12 5 4-2 7 0 7 3m68-6c-7-4-12 0-11 4M24 77c4-3 8-1 9 3m65-1c-4-4-8-3-10 1",
        k.shade,
        3.2,
      ),
    ),
  ],
  toenail: (k) => [
    horn(58, 26, -8, 0.95),
    horn(38, 47, -42, 0.78),
    horn(82, 46, 28, 0.78),
    solid(
      "M58 23c14 5 24 23 34 44 11 25 1 44-32 44-33 0-43-19-32-44 9-21 18-39 30-44Z",
      k,
      area(
        "M31 82q5-9 10 0-5-4-10 0Zm49-3q5-8 10 0-5-3-10 0ZM26 96q4-8 9 0-4-3-9 0ZM66 45q4-8 9 0-4-3-9 0ZM42 47q4-7 8 0-4-3-8 0Z",
        k.shade,
      ),
    ),
    shape("M22 113c-2-10 9-14 18-12 9 1 12 7 11 12Z", k.fill),
    shape("M99 113c2-10-9-14-18-12-9 1-12 7-11 12Z", k.fill),
    shape(
      "M26 113q3-8 6 0Zm8 0q3-8 6 0Zm8 0q3-8 6 0Zm31 0q3-8 6 0Zm8 0q3-8 6 0Zm8 0q3-8 6 0Z",
      NAIL,
      "thin",
    ),
  ],
  dust_bunny: (k) => [
    shape("M35 50C26 36 21 18 29 9c4-1 6 3 7 2 6 5 15 21 16 35Z", k.fill),
    shape(
      "M70 46c-1-18 6-33 18-34 2-1 3 2 5 1 12 4 18 15 15 27-3 2-4-1-6 1-5-3-8-10-13-10-4 4-3 12-4 19Z",
      k.fill,
    ),
    area(
      "M37 44c-6-11-10-22-6-28 7 6 13 18 14 27Zm39-2c0-12 5-21 12-22 7 1 12 6 13 12-6-5-12-7-17-4-4 4-4 10-5 16Z",
      "#f1acba",
    ),
    shape(FEET, k.light),
    solid(
      FLUFF,
      k,
      stripe(
        "M36 58l-3 5m8-4-3 5m46-6 3 5m2-4 3 5M30 86l-3 5m63-7 3 5M40 100l-3 5m39-4 3 5M60 44l-3 5m8-4-3 5",
        k.shade,
        2,
      ),
    ),
    fine(line("M30 76 15 72M30 82 14 84m76-9 16-5M90 81l17 1", "thin")),
  ],
  lint: (k) => [
    shape(FEET, k.shade),
    solid(
      "M35 39C34 24 46 17 60 17c15 0 27 7 27 23 0 7 9 15 13 28 6 24-9 43-40 43-31 0-46-19-40-43 4-14 15-21 15-29Z",
      k,
      [
        stripe(
          [66, 75, 84, 93, 102]
            .flatMap((y, i) => [22, 88].map((x) => `M${x + (i % 2) * 8} ${y}l6 6m0-6l-6 6`))
            .join(""),
          k.shade,
          2.2,
        ),
        spot(59, 85, 27, k.light, 21.5),
        line("M54 86c0-6 10-7 11 0 0 6-9 7-9 1.5 0-3 5-3.5 5.5-.5"),
      ],
    ),
    shape("M53 20c-7 0-9-8-2-10 0-7 11-8 13-3 7-3 13 4 8 8 2 5-6 7-9 5q-5 3-10 0Z", "#dcdff3"),
    tube("M24 68c-6 14-2 24 9 22", 11, k.fill),
    tube("M96 68c6 14 2 24-9 22", 11, k.fill),
  ],
  anything: (k) => [shape(FEET, k.shade), solid(LOBES, k, confetti())],
};

export const FACES: Record<Eater, (f: Face, k: Tones) => Art> = {
  sludge: (f) => [
    eye(f, 48, 64, 12.5, -1, 0.2, 8),
    eye(f, 76, 61, 8.5, 1, 0.05),
    blush(f, [34, 81], [87, 76]),
    mouth(f, 61, 81, 36, 14, { teeth: [[-9, 7, 6.5]], skew: 1.5 }),
  ],
  stinky_sock: (f) => [
    f.mood === "hungry" && [
      shape("M14 66c12-3 28-6 41-5-2 9-15 18-35 18-5-2-7-7-6-13Z", GUM),
      area("M24 78c4-8 16-10 23-7-7 6-15 8-23 7Z", TONGUE),
      tooth(27, 64.5, 6, 7),
      tooth(39, 62.5, 5, 6),
    ],
    f.mood === "fed" && line("M15 68c13 5 29 2 40-8", "bold"),
    f.mood === "unfed" && frown(f, 33, 73, 13),
    f.mood === "scared" && wobble(f, 33, 69, 34),
    eye(f, 52, 31, 10, -1, 0.28, -6, { ball: true }),
    eye(f, 73, 26, 11.5, 1, 0.16, 6, { ball: true }),
    blush(f, [62, 52]),
  ],
  eyeball: (f) => [
    eye(f, 28, 26, 10.5, -1, 0, 0, { ball: true, iris: "#8ec27d" }),
    eye(f, 60, 17, 12.5, 0.3, 0, 0, { ball: true, iris: "#6f9bdb" }),
    eye(f, 93, 34, 9, 1, 0, 0, { ball: true, iris: "#fbdc58" }),
    blush(f, [34, 84], [87, 84]),
    mouth(f, 60, 73, 44, 20, {
      teeth: [
        [-13, 8, 5.5],
        [-4.5, 8, 6],
        [4.5, 8, 6],
        [13, 7, 5],
      ],
      skew: -1,
    }),
    f.mood === "hungry" && tube("M76 88c4 6-1 9 3 15", 2.2, "#fdeb9b"),
  ],
  roadkill: (f, k) => {
    const own = { ...f, skin: k.light };
    return [
      eye(own, 33, 63, 13.5, -1, 0.3, 10, { ball: true }),
      eye(own, 63, 60, 11.5, 1, 0.26, -12, { ball: true }),
      shape("M40 80q6-4 12 0q0 7-6 7t-6-7Z", INK, "thin"),
      mouth(f, 47, 92, f.mood === "hungry" ? 56 : 44, 13, {
        low: [
          [-19, 8, 10],
          [17, 9, 11],
        ],
        teeth: f.mood === "fed" ? [[-11, 6, 6]] : [],
        skew: -1,
      }),
    ];
  },
  brain: (f, k) => {
    const own = { ...f, skin: k.light };
    return [
      eye(own, 48, 66, 10, -1, 0.42, -5),
      eye(own, 75, 64, 10.5, 1, 0.24, 7),
      f.mood !== "fed" && [
        <path
          d="M61 64a14 14 0 1 1 28 0a14 14 0 1 1-28 0"
          style="stroke-width:calc(2.6px + 1.3*var(--w))"
        />,
        stripe("M61 64a14 14 0 1 1 28 0a14 14 0 1 1-28 0", "#e8b33c", 2.6),
        fine(line("M88 70c5 8 2 18 6 25", "thin")),
      ],
      f.mood === "hungry" && line("M40 52q7-4 14 0", "bold"),
      blush(f, [41, 82], [82, 82]),
      mouth(f, 61, 87, 24, 11, { teeth: [[5, 5, 5.5]], skew: 2 }),
    ];
  },
  toenail: (f) => [
    eye(f, 60, 62, 17, 0.5, 0.16, -4, { iris: "#26998e", pupil: 0.42 }),
    f.mood !== "unfed" && line("M45 45q14-9 31-2", "bold"),
    blush(f, [38, 88], [83, 88]),
    mouth(f, 60, 86, 32, 13, {
      teeth: [
        [-7, 8, 6],
        [6, 8, 6],
      ],
      skew: -1,
    }),
  ],
  dust_bunny: (f) => {
    const front = shape("M55.5 88h10v7q-5 1.5-10 0Z", WHITE, "thin");
    return [
      eye(f, 42, 69, 9.5, -1, 0.1, -8),
      eye(f, 77, 67, 10.5, 1, 0.04),
      blush(f, [33, 84], [88, 83]),
      shape("M56 78q4-3 8 0 0 5-4 5t-4-5Z", "#e46f8b", "thin"),
      f.mood === "hungry" && [shape("M47 85q13 4 26-1c0 15-24 17-26 1Z", GUM), front],
      f.mood === "fed" && [line("M47 84q6 9 13 0 7 9 14-1", "bold"), front],
      f.mood === "unfed" && frown(f, 60, 93, 9),
      f.mood === "scared" && wobble(f, 60, 90, 24),
    ];
  },
  lint: (f) => [
    eye(f, 49, 37, 8.5, -1, 0.45, 6),
    eye(f, 72, 36, 9.5, 1, 0.4, -6),
    blush(f, [41, 50], [81, 49]),
    mouth(f, 60, 51, 22, 9, { teeth: [[-4, 5, 4.5]], skew: 1 }),
  ],
  anything: (f0, k) => {
    const f = { ...f0, skin: k.light, pen: "#f3e6ff" };
    const jaws = "M28 66q32-12 65-2c3 26-11 39-33 39-22 0-35-13-32-37Z";
    return [
      eye(f, 37, 44, 9, -1, 0.12, 10),
      eye(f, 60, 36, 12, 0, 0.06),
      eye(f, 84, 43, 8, 1, 0.22, -8),
      f.mood === "hungry" && [
        area(jaws, GUM),
        cut(jaws, [
          spot(64, 98, 20, TONGUE, 13),
          [32, 43, 53, 64, 75, 86].map((x, i) => tooth(x, i % 5 ? 59 : 63, 9.5, 12 + (i % 2) * 3)),
          [38, 50, 82].map((x) => tooth(x, 102, 8, -8)),
        ]),
        line(jaws),
      ],
      f.mood === "fed" && [
        shape("M28 66q32 18 65-2C92 84 78 92 60 92c-18 0-30-8-32-26Z", WHITE),
        line("M41 72v14M52 75v17M64 75v17M76 73v15", "thin"),
      ],
      f.mood === "unfed" && frown(f, 60, 82, 15),
      f.mood === "scared" && wobble(f, 60, 78, 40),
    ];
  },
};
