import { expect, test, vi } from "vitest";
import { mountAll, staticModel } from "../src/host";
import { luminanceOf } from "../src/theme";

test("a static model announces what is set, once, and nothing after off", () => {
  const model = staticModel({ step: 1 });
  const heard = vi.fn();
  model.on("change:step", heard);
  model.set("step", 1);
  model.set("step", 2);
  expect([model.get("step"), heard.mock.calls.length]).toEqual([2, 1]);
  model.off("change:step", heard);
  model.set("step", 3);
  expect(heard).toHaveBeenCalledTimes(1);
});

test("a widget of the page that cannot start leaves what stood there, and does not stop the others", async () => {
  const silence = vi.spyOn(console, "error").mockImplementation(() => {});
  document.body.innerHTML =
    '<main id="a">as text</main><script type="application/json" class="mw-state" data-for="a">{</script>' +
    '<script type="application/json" class="mw-state" data-for="nowhere">{}</script>';
  await mountAll();
  expect(document.getElementById("a")?.textContent).toBe("as text");
  expect(silence).toHaveBeenCalledTimes(1);
  silence.mockRestore();
});

test.each([
  ["rgb(255, 255, 255)", 1],
  ["rgb(17 17 17)", 17 / 255],
  ["rgba(0, 0, 0, 0)", null],
  ["rgb(0 0 0 / 0.2)", null],
  ["color(srgb 1 1 1)", 1],
  ["", null],
])("the luminance of %s", (color, luminance) => {
  const measured = luminanceOf(color);
  if (luminance === null) expect(measured).toBeNull();
  else expect(measured).toBeCloseTo(luminance);
});
