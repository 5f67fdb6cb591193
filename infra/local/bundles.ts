/**
 * The functions' bundles for the local API. They are made from the moment on that its process begins (`node --import`),
 * by esbuild's own, while the framework loads.
 */
import { createRequire } from 'node:module';
import { bundleAll } from '../bundle/build.ts';

const { readEntries } = createRequire(import.meta.url)('../functions/index.cjs') as {
  readEntries: () => Readonly<Record<string, { readonly handler: string }>>;
};

export const BUNDLES = process.env.BUNDLE_FOLDER ?? '.esbuild/local';

const sources = Object.values(readEntries()).map(({ handler }) => handler.replace(/handler$/, 'ts'));

/** Whoever needs them waits for this, and hears of a failure. */
export const bundled = bundleAll(sources, BUNDLES, { minify: false, sourcemap: false });
bundled.catch(() => {});
