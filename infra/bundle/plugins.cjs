/**
 * What every bundle leaves out, of the AWS SDK above all (infra/decisions/0010-bundles.md). It holds locally
 * too, so what the tests run is what is deployed. A new SDK release that these patterns no longer
 * fit only grows the bundles: the size limits of those that have clients of the SDK (tests/infra/deployment) say so.
 *
 * @typedef {import('esbuild').Plugin} Plugin
 */
const { readFile } = require('node:fs/promises');
const { dirname } = require('node:path');

/** Modules that a Lambda never needs → the little of them that has to be there. */
const STAND_INS = {
  // A Lambda's credentials, session token included, are in its environment and outlive it: no profiles, SSO or IMDS.
  '@aws-sdk/credential-provider-node':
    "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  // Nothing streams events (S3 Select, Transcribe and their like would).
  '@smithy/core/event-streams': `
    export const eventStreamSerdeProvider = () => undefined;
    export const resolveEventStreamSerdeConfig = config => config;
    export class EventStreamSerde { constructor() { throw new Error('event streams are not bundled'); } }`,
  // The part that cuts a body into its parts is all that lib/http/form-parts.ts takes.
  '@fastify/busboy': "export { default as Dicer } from '@fastify/busboy/deps/dicer/lib/Dicer.js';",
};

/** @type {Plugin} */
const standIns = {
  name: 'stand-ins',
  setup(build) {
    const names = new RegExp(`^(${Object.keys(STAND_INS).join('|')})$`);
    build.onResolve({ filter: names }, ({ path, resolveDir }) => ({
      path,
      namespace: 'stand-in',
      pluginData: resolveDir,
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace: 'stand-in' }, ({ path, pluginData }) => ({
      contents: STAND_INS[/** @type {keyof typeof STAND_INS} */ (path)],
      resolveDir: pluginData,
    }));
  },
};

/** `export var GetItemInput$ = [ … ];`, as the SDK's generator writes every shape of a service. */
const SHAPE = /^(export )?var (\S+) = (\[[\s\S]*?\]);$/gm;

/**
 * Lets esbuild drop the shapes of operations that nobody calls. It keeps them by itself because a
 * computed key (`{ [_hH]: … }`) might have a side effect; these have none.
 *
 * @type {Plugin}
 */
const unusedShapes = {
  name: 'unused-shapes',
  setup(build) {
    build.onLoad({ filter: /client-[a-z0-9]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(SHAPE, '$1var $2 = /* @__PURE__ */ (() => $3)();') };
    });
  },
};

/**
 * Each client reads its version out of its whole package.json.
 *
 * @type {Plugin}
 */
const onlyVersions = {
  name: 'only-versions',
  setup(build) {
    build.onLoad({ filter: /@aws-sdk\/client-[a-z0-9]+\/package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * Settings from the environment alone: a Lambda has no `~/.aws`, and looking for it at the first call
 * of every client takes its time.
 *
 * @type {Plugin}
 */
const noProfiles = {
  name: 'no-profiles',
  setup(build) {
    build.onLoad({ filter: /@smithy\/core\/dist-es\/.*\/configLoader\.js$/ }, ({ path }) => ({
      contents: `
        import { chain } from '../property-provider/chain';
        import { memoize } from '../property-provider/memoize';
        import { fromEnv } from './fromEnv';
        import { fromStatic } from './fromStatic';
        export const loadConfig = ({ environmentVariableSelector, default: value }, { signingName, logger } = {}) =>
          memoize(chain(fromEnv(environmentVariableSelector, { signingName, logger }), fromStatic(value)));`,
      resolveDir: dirname(path),
    }));
  },
};

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

module.exports = [standIns, unusedShapes, onlyVersions, noProfiles, noAnswerSchemas, docsAssets];
