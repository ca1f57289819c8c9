import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { defineConfig } from "vitest/config";

const TEXT = "\0text:";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [
    {
      // The bundle imports style sheets and drawings as text (see build.mjs); so must the tests.
      // The id must not end in .css: vitest empties style sheets.
      name: "text",
      enforce: "pre",
      resolveId(source, importer) {
        if (importer === undefined || !/\.(css|svg)$/.test(source)) return null;
        return `${TEXT}${resolve(dirname(importer), source)}.txt`;
      },
      async load(id) {
        if (!id.startsWith(TEXT)) return null;
        const text = await readFile(id.slice(TEXT.length, -".txt".length), "utf8");
        return `export default ${JSON.stringify(text)}`;
      },
    },
  ],
  test: { environment: "happy-dom", include: ["tests/**/*.test.{ts,tsx}"] },
});
