/**
 * Builds the modules of the functions for the local API, and the npm package that this API serves. `node --import`
 * loads this file before the Serverless Framework, so that esbuild runs while the framework loads.
 */
import { execFile } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CLIENT_PACKAGE_FILE } from '../../lib/http/reference/client-package.ts';
import { buildModules } from '../bundle/build-bundles.ts';
import { ENTRIES } from '../functions/index.ts';

/** Folder of the bundles, relative to the repository root. */
export const BUNDLE_FOLDER = process.env.BUNDLE_FOLDER ?? '.esbuild/local';

const sources = Object.values(ENTRIES).map(({ handler }) => handler.replace(/handler$/, 'ts'));

const PACKAGE_SOURCES = ['infra/client/**', 'infra/docs/api/changelog.md', 'package.json'];

/** Writes the npm package if it does not exist or one of its sources is newer. */
async function updateServedPackage(): Promise<void> {
  const { mtimeMs } = statSync(CLIENT_PACKAGE_FILE, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
  if (globSync(PACKAGE_SOURCES).every(source => statSync(source).mtimeMs < mtimeMs)) return;
  await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.resolve('../client/main.ts'))]);
}

/** Resolves when the modules and the package are written; rejects if a build failed. */
export const bundleBuild = Promise.all([
  buildModules(sources, resolve(BUNDLE_FOLDER)),
  updateServedPackage(),
]);
bundleBuild.catch(() => {}); // Prevents an unhandled rejection; the importers of `bundleBuild` handle the error.
