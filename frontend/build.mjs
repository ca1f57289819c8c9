// Bundles one ES module per game (src/views/<name>.tsx) and the page host (src/host.ts).
// Every widget carries its own bundle in its state, so nothing is shared and size counts.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const watch = process.argv.includes("--watch");
const outdir = process.env.MW_OUTDIR ?? "../monster_widgets/static";
const BUDGET = 120 * 1024; // bytes of a bundle, minified, its styles packed, before it is packed itself
const views = readdirSync("src/views").filter((file) => file.endsWith(".tsx"));
if (views.length === 0) throw new Error("src/views holds no .tsx file: there is nothing to bundle");

const packed = (text) => gzipSync(text, { level: 9 }).toString("base64");
const BYTES = (base64) => `Uint8Array.from(atob("${base64}"), (c) => c.charCodeAt(0))`;

/** A style sheet, with all that it imports, becomes a string: packed, and unpacked before anything of the bundle runs. */
const packedStyles = {
  name: "packed-styles",
  setup(build) {
    // A board that is used in another bundle brings its style sheet only where that is used, too.
    build.onResolve({ filter: /\.css$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      sideEffects: false,
    }));
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { outputFiles, metafile, warnings } = await esbuild.build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        target: "es2022",
        write: false,
        metafile: true,
      });
      const css = JSON.stringify(outputFiles[0].text.trim());
      return {
        contents: `import { unpack } from "./model"; export default await unpack(${BYTES(packed(css))}, "");`,
        resolveDir: resolve("src"),
        watchFiles: Object.keys(metafile.inputs).map((file) => resolve(file)),
        warnings,
      };
    });
  },
};

/** A module that holds another one, packed: a notebook stores the bundle once per widget, and escapes each quote in it. */
const selfUnpacking = (code) => `const stream = new Blob([${BYTES(packed(code))}]).stream();
const code = await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).text();
const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
const { default: made } = await import(url);
URL.revokeObjectURL(url);
export default made;
`;

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
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [packedStyles],
};

if (watch) {
  const context = await esbuild.context(options);
  await context.watch();
} else {
  const { outputFiles } = await esbuild.build({ ...options, write: false });
  mkdirSync(outdir, { recursive: true });
  for (const { path, text } of outputFiles) {
    const [name, size] = [basename(path), Buffer.byteLength(text)];
    if (size > BUDGET) throw new Error(`${name} has ${size} bytes minified, of ${BUDGET} allowed`);
    const module = name === "host.js" ? text : selfUnpacking(text);
    writeFileSync(join(outdir, name), module);
    console.log(`${name}: ${size} bytes minified, ${Buffer.byteLength(module)} packed`);
  }
  // A view that was renamed or removed must not stay behind in the wheel.
  const built = new Set(options.entryPoints.map(({ out }) => `${out}.js`));
  for (const file of readdirSync(outdir)) {
    if (file.endsWith(".js") && !built.has(file)) rmSync(join(outdir, file));
  }
}
