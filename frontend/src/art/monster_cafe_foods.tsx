/** The foods of Monster Café, 48 by 48, and the plates and tables they stand on, 120 by 120. */
import type { Card, Food } from "./monster_cafe_kinds";
import {
  type Art,
  area,
  disc,
  INK,
  line,
  NAIL,
  path,
  ring,
  shape,
  spot,
  stripe,
  type Tones,
  tube,
  turned,
  WHITE,
} from "./shapes";

/** A picture inside another one; its class keeps the lines as thick as those around it. */
export const placed = (look: string, place: string, name: string) => (
  <g class={look} transform={`translate(${place})`}>
    <use href={`#${name}`} />
  </g>
);

export const FOODS: Record<Card, (k: Tones) => Art> = {
  sludge: (k) => [
    shape("M9 27H39L36 40q-12 4-24 0Z", "#fff9ee"),
    line("M17 32l1 7m6-7v9m7-9-1 7", "thin"),
    shape(
      "M7 27c-3-9 5-14 9-13 2-8 15-9 17-1 7 0 12 7 8 14 0 5-5 5-5 0-1 5-7 9-8 2-2 2-8 2-9-1-1 6-7 5-7 0-1 3-5 3-5-1Z",
      k.fill,
    ),
    stripe("M15 20c1-3 3-4 5-4", k.light, 2.4),
    spot(28, 19, 1.8, k.shade),
  ],
  stinky_sock: (k) => [
    shape(
      "M18 5 34 7c-1 8-2 13-2 18 4 4 6 8 4 12-3 6-11 6-16 2-6-4-13-4-13-11 0-6 6-7 10-6 1-5 1-11 1-17Z",
      k.fill,
    ),
    shape("M17 4 35 7l-1 5-16-1Z", k.light),
    area("M8 31c-2-5 2-9 7-9-2 4-1 9 2 14-4-1-8-2-9-5Z", k.light),
    line("M40 11q3-2 0-5t0-4m3 20q3-2 0-5", "thin", k.shade),
  ],
  eyeball: (k) => [
    disc(24, 23, 17, WHITE),
    tube("M9 33c5 8 25 8 30 0", 4, "#fbdc58"),
    disc(25, 21, 9, k.fill),
    spot(25.5, 21, 4.6, INK),
    spot(23.5, 19, 1.7, WHITE),
  ],
  roadkill: (k) =>
    turned("rotate(-38 24 24)", [
      shape("M12 20c-5-6-11-1-8 4-3 5 3 10 8 4H33c5 6 12 1 9-4 3-5-4-10-9-4Z", NAIL),
      shape("M15 13c0-3 18-3 18 0V35c0 3-18 3-18 0Z", k.fill),
      stripe("M19 18l5 3 5-3M19 24l5 4 5-4M19 31l5 3 5-3", NAIL, 2.6),
    ]),
  brain: (k) => [
    shape(
      "M24 9c-6-5-14-2-14 4-5 1-7 8-3 12-3 6 2 12 8 10 2 5 7 6 9 3 3 3 8 2 9-3 7 1 11-4 8-10 4-4 2-11-4-12 1-6-7-9-13-4Z",
      k.fill,
    ),
    line(
      "M24 10c-2 4 1 8 0 12-2 5 1 9 0 16M11 14c4-1 7 2 5 6M8 25c4-3 8 0 8 3m1 7c-1-4 1-5 3-4M37 14c-4-1-7 2-5 6m8 5c-4-3-8 0-8 3m-1 7c1-3-1-5-3-4",
      "thin",
    ),
  ],
  toenail: (k) => [
    shape("M10 42c-1-8 1-15 2-23C13 9 18 5 24 5c7 0 12 5 12 14 1 8 3 15 2 23q-14 3-28 0Z", k.fill),
    shape("M17 19c-1-7 2-11 7-11 5 0 8 4 7 11 0 6-13 6-14 0Z", NAIL),
    line("M18 32q6 2 13 0M19 36q5 2 10 0", "thin", k.shade),
  ],
  dust_bunny: () => [
    placed("on-bunny", "2 1) scale(.37", "body-dust_bunny"),
    spot(17, 27, 2.6, INK),
    spot(30, 26, 2.6, INK),
    shape("M22 31h4l-2 3Z", "#e46f8b", "thin"),
  ],
  lint: (k) => [
    shape("M5 36 22 8q2-2 4 0L43 36Q24 41 5 36Z", "#f6d9a6"),
    area("M11 33 23 13q1-1 2 0L37 33q-13 3-26 0Z", WHITE),
    shape("M4 36c2-4 6 0 9-3 3-2 6 3 10 0 4-2 7 3 10 0 4-2 8 2 11 3l-1 5Q24 46 5 41Z", k.fill),
    shape("M18 29c-4-1-4-6 0-7 0-4 7-6 9-2 5-2 8 3 5 6 1 4-4 5-6 3q-4 2-8 0Z", "#dcdff3"),
  ],
  anything: (k) => [
    shape(
      `M${ring(16, 24, 24, (i) => (i % 2 ? 13 : 20.5))
        .map(([x, y]) => path`${x} ${y}`)
        .join("L")}Z`,
      k.fill,
    ),
    stripe("M24 16v16M17 20l14 8M17 28l14-8", WHITE, 3.6),
  ],
  sorbet: () => [
    shape("M12 25H36q-1 11-9 13v4h4q1 2-1 2H17q-2 0-1-2h5V38q-8-2-9-13Z", "#e9f3f7"),
    shape("M10 25C8 17 14 8 24 8s16 9 13 17q-4 3-7 0-4 4-7 0-4 4-7 0-3 3-6 0Z", "#fff3a0"),
    stripe("M15 20c0-5 3-8 7-8", WHITE, 2.4),
    turned("rotate(24 34 10)", [
      shape("M27 10a8 8 0 0 1 15 0q-8 3-15 0Z", "#fbdc58"),
      line("M34 5v5M30 7l2 4m7-4-2 4", "thin"),
    ]),
  ],
};

/** What lies under the food on its plate. */
const SIDES: Record<Food, (k: Tones) => Art> = {
  sludge: (k) => area("M24 76C20 88 38 98 58 97c24 1 42-7 38-20-4-11-66-13-72-1Z", k.shade),
  stinky_sock: () => [
    spot(60, 62, 37, "#d9a15d", 36),
    stripe("M28 70q8-6 16 0t16 0 16 0 16 0", "#f0c78d", 3.5),
    spot(34, 48, 5, "#e95e38"),
    spot(88, 76, 4.5, "#e95e38"),
  ],
  eyeball: () => [
    stripe("M28 66c0-26 64-28 64-2S36 92 34 66", "#dfb62c", 9),
    stripe("M28 66c0-26 64-28 64-2S36 92 34 66m6 16c20 14 48 6 48-8", "#fbdc58", 5.5),
  ],
  roadkill: () =>
    area("M26 74q6-9 12-1 7-9 14-1 7-8 14 0 8-8 14 1 8-7 14 1c-4 22-64 22-68 0Z", "#8ec27d"),
  brain: () => spot(60, 66, 38, "#cfe6ee", 31),
  toenail: () => spot(60, 74, 34, "#c4473b", 19),
  dust_bunny: () =>
    area(
      "M26 78c-4-8 4-12 8-9 2-8 14-7 15 0 6-6 15-2 14 4 5-6 15-4 15 3 8-4 15 2 12 8-4 14-58 14-64-6Z",
      "#e95e38",
    ),
  lint: () => [
    stripe("M22 84q10-6 16 0m44 0q8-7 16-1", "#69a35b", 4),
    spot(94, 66, 5.5, "#69a35b"),
  ],
};

/** The rim of the plate, another one for each dish. */
const RIMS: Record<Food, string> = {
  sludge: "2 6",
  stinky_sock: "12 4",
  eyeball: "1 5",
  roadkill: "5 3",
  brain: "20 6",
  toenail: "3 9",
  dust_bunny: "1 3",
  lint: "8 3 2 3",
};

export const plate = () => [disc(60, 60, 52, WHITE), spot(60, 60, 41, "#f3eadc")];

/** A plate with its dish, 120 by 120. */
export const dish = (food: Food, k: Tones) => (
  <>
    {plate()}
    <circle
      cx="60"
      cy="60"
      r="46.5"
      stroke={k.fill}
      style="stroke-width:3.5px"
      stroke-dasharray={RIMS[food]}
    />
    {SIDES[food](k)}
    {placed("on-plate", "21.6 19.6) scale(1.6", `food-${food}`)}
  </>
);

const CLOTH = "M16 8h88q8 0 8 8v88q0 8-8 8H16q-8 0-8-8V16q0-8 8-8Z";

/** A table seen from above: the cloth, a notch for every seat, the plate with its dish. */
export const table = (food: Food, k: Tones) => (
  <>
    {turned("translate(0 3)", <path class="bare" d={CLOTH} fill={INK} opacity=".18" />)}
    {area(CLOTH, k.soft)}
    <path
      class="checks"
      d="M33 18h79M12 39H112M33 60h79M12 81H112M33 102h79"
      stroke={k.fill}
      stroke-dasharray="20.8"
    />
    {line(CLOTH)}
    {area("M50 8H70l-3 6H53Zm62 42V70l-6-3V53ZM50 112H70l-3-6H53ZM8 50V70l6-3V53Z", INK)}
    {placed("on-table", "13.8 13.8) scale(.77", `dish-${food}`)}
  </>
);
