// Bundles one ES module per game (src/views/<name>.tsx) and the page host (src/host.ts).
// Every widget carries its own bundle in its state, so nothing is shared and size counts.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const watch = process.argv.includes("--watch");
const outdir = process.env.MW_OUTDIR ?? "../monster_widgets/static";
const views = readdirSync("src/views").filter((file) => file.endsWith(".tsx"));
if (views.length === 0) throw new Error("src/views holds no .tsx file: there is nothing to bundle");

/**
 * A style sheet, with all that it imports, becomes a string: packed, because a notebook stores it once per widget.
 * The module unpacks it before anything of the bundle runs.
 */
const short = shortNames();
const packedStyles = {
  name: "packed-styles",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { outputFiles, metafile, warnings } = await esbuild.build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        target: "es2022",
        write: false,
        metafile: true,
      });
      const css = short(outputFiles[0].text.trim());
      const packed = gzipSync(JSON.stringify(css), { level: 9 }).toString("base64");
      return {
        contents: `import { unpack } from "./model";
          export default await unpack(Uint8Array.from(atob("${packed}"), (c) => c.charCodeAt(0)), "");`,
        resolveDir: resolve("src"),
        watchFiles: Object.keys(metafile.inputs).map((file) => resolve(file)),
        warnings,
      };
    });
  },
};

/** The tokens never leave the shadow root: short names save two kilobytes in every widget. */
function shortNames() {
  const names = readFileSync("src/tokens.css", "utf8").match(/--mw-[\w-]+(?=:)/g);
  const known = new Map([...new Set(names)].map((name, i) => [name, `--${i.toString(36)}`]));
  return (css) => css.replace(/--mw-[\w-]+/g, (name) => known.get(name) ?? name);
}

const options = {
  entryPoints: [
    ...views.map((file) => ({ in: `src/views/${file}`, out: basename(file, extname(file)) })),
    { in: "src/host.ts", out: "host" },
  ],
  outdir,
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: !watch,
  sourcemap: watch ? "inline" : false,
  legalComments: "none",
  charset: "utf8",
  logLevel: "info",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [packedStyles],
};

if (watch) {
  const context = await esbuild.context(options);
  await context.watch();
} else {
  await esbuild.build(options);
  // A view that was renamed or removed must not stay behind in the wheel.
  const built = new Set(options.entryPoints.map(({ out }) => `${out}.js`));
  for (const file of readdirSync(outdir)) {
    if (file.endsWith(".js") && !built.has(file)) rmSync(join(outdir, file));
  }
}
