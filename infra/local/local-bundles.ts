/**
 * Bundles of the functions for the local API. `node --import` loads this file before the Serverless Framework, so that
 * esbuild runs while the framework loads.
 */
import { resolve } from 'node:path';
import { buildModules } from '../bundle/build-bundles.ts';
import { ENTRIES } from '../functions/index.ts';

/** Folder of the bundles, relative to the repository root. */
export const BUNDLE_FOLDER = process.env.BUNDLE_FOLDER ?? '.esbuild/local';

const sources = Object.values(ENTRIES).map(({ handler }) => handler.replace(/handler$/, 'ts'));

/** Resolves when the bundles are written; rejects if the build failed. */
export const bundleBuild = buildModules(sources, resolve(BUNDLE_FOLDER));
bundleBuild.catch(() => {}); // Prevents an unhandled rejection; the importers of `bundleBuild` handle the error.
