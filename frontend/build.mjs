// Bundles one ES module per game (src/views/<name>.tsx) and the page host (src/host.ts).
// Every widget carries its own bundle in its state, so nothing is shared and size counts.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import * as esbuild from "esbuild";

const watch = process.argv.includes("--watch");
const outdir = process.env.MW_OUTDIR ?? "../monster_widgets/static";
const views = readdirSync("src/views").filter((file) => file.endsWith(".tsx"));
if (views.length === 0) throw new Error("src/views holds no .tsx file: there is nothing to bundle");

/** Style sheets and drawings become strings; esbuild's own text loader would keep their white space. */
const short = shortNames();
const minifiedText = {
  name: "minified-text",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const { code, warnings } = await esbuild.transform(source, {
        loader: "css",
        minify: true,
        sourcefile: path,
      });
      return { contents: short(code.trim()), loader: "text", warnings };
    });
    build.onLoad({ filter: /\.svg$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = source
        .replace(/<!--.*?-->/gs, "")
        .replace(/>\s+</g, "><")
        .trim();
      return { contents, loader: "text" };
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
  plugins: [minifiedText],
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
