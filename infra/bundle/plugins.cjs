/** @typedef {import('esbuild').Plugin} Plugin */

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

module.exports = [docsAssets];
