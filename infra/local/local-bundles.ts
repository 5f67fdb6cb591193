/**
 * Bundles of the functions for the local API, and the npm package that it serves. `node --import` loads this file before the Serverless Framework, so that
 * esbuild runs while the framework loads.
 */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildModules } from '../bundle/build-bundles.ts';
import { ENTRIES } from '../functions/index.ts';

/** Folder of the bundles, relative to the repository root. */
export const BUNDLE_FOLDER = process.env.BUNDLE_FOLDER ?? '.esbuild/local';

const sources = Object.values(ENTRIES).map(({ handler }) => handler.replace(/handler$/, 'ts'));

/** Resolves when the bundles and the package are written; rejects if a build failed. */
export const bundleBuild = Promise.all([
  buildModules(sources, resolve(BUNDLE_FOLDER)),
  promisify(execFile)(process.execPath, [fileURLToPath(import.meta.resolve('../client/main.ts'))]),
]);
bundleBuild.catch(() => {}); // Prevents an unhandled rejection; the importers of `bundleBuild` handle the error.
