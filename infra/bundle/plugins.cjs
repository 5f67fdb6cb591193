/** @typedef {import('esbuild').Plugin} Plugin */
const { readFile } = require('node:fs/promises');

/**
 * What answers look like is for the description and the tests: a Lambda declares it and never asks.
 *
 * @type {Plugin}
 */
const noAnswerSchemas = {
  name: 'no-answer-schemas',
  setup(build) {
    build.onLoad({ filter: /lib\/http\/answers\/[a-z-]+\.ts$/ }, async ({ path }) => {
      const exported = (await readFile(path, 'utf8')).matchAll(/^export (const|function) (\w+)/gm);
      const empty = [...exported].map(([, kind, name]) =>
        kind === 'const' ? `export const ${name} = undefined;` : `export function ${name}() {}`,
      );
      return { contents: empty.join('\n') };
    });
  },
};

/**
 * The files of the page that shows the description, which a Lambda has no `node_modules` to read from.
 *
 * @type {Plugin}
 */
const docsAssets = {
  name: 'docs-assets',
  setup(build) {
    build.onLoad({ filter: /lib\/http\/docs-assets\.ts$/ }, async ({ path }) => {
      const { ASSETS, assetNamed } = await import(path);
      const assets = Object.fromEntries(ASSETS.map((/** @type {string} */ name) => [name, assetNamed(name)]));
      const contents = `const assets = new Map(Object.entries(${JSON.stringify(assets)}));
        export const assetNamed = name => assets.get(name);`;
      return { contents };
    });
  },
};

module.exports = [noAnswerSchemas, docsAssets];
