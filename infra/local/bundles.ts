/**
 * Bundles the functions for the local API. Loaded first of all (`node --import`), so that esbuild works while the
 * framework loads.
 */
import { createRequire } from 'node:module';
import { bundleAll } from '../bundle/build.ts';

const { readEntries } = createRequire(import.meta.url)('../functions/index.cjs') as {
  readEntries: () => Readonly<Record<string, { readonly handler: string }>>;
};

/** The bundles' folder, relative to the checkout. */
export const BUNDLES = process.env.BUNDLE_FOLDER ?? '.esbuild/local';

const sources = Object.values(readEntries()).map(({ handler }) => handler.replace(/handler$/, 'ts'));

/** Resolves when the bundles are written; rejects if the build failed. */
export const bundled = bundleAll(sources, BUNDLES, { minify: false, sourcemap: false });
bundled.catch(() => {}); // Handled by those who wait for it.
