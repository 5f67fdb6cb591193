/**
 * Serverless plugin of the deployed stages. It builds all functions in one build and creates the zip of each function:
 * its bundle, and the files that `package.patterns` in infra/functions/*.yml names.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type ZipAttributes, zipSync } from 'fflate';
import { CLIENT_PACKAGE_FILE } from '../../lib/http/reference/client-package.ts';
import type { Stage } from '../functions/stage.ts';
import { buildBundles } from './build-bundles.ts';

interface ServerlessFunction {
  readonly handler: string;
  package?: { readonly patterns?: string[]; readonly artifact?: string };
}

interface Serverless {
  readonly serviceDir: string;
  readonly service: {
    readonly provider: { readonly stage: string };
    readonly custom: {
      readonly part: NonNullable<Stage['part']>;
      readonly stage: Stage & Parameters<typeof buildBundles>[2];
    };
    readonly functions: Readonly<Record<string, ServerlessFunction>>;
  };
}

export default class PackageFunctions {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;

  constructor(serverless: Serverless) {
    const run = () => packageFunctions(serverless);
    this.hooks = {
      'before:package:createDeploymentArtifacts': run,
      'before:deploy:function:packageFunction': run,
    };
  }
}

/**
 * Attributes of the files in a zip. All users may read the files. Their time is constant, so a zip changes only with
 * its contents: Serverless uploads only zips that have changed.
 */
const ZIP_OPTIONS: ZipAttributes = { os: 3, attrs: 0o100644 << 16, mtime: new Date(1980, 0, 1) };

async function packageFunctions({ service, serviceDir }: Serverless): Promise<void> {
  const { custom, functions, provider } = service;
  const bundleFolder = join(serviceDir, '.esbuild', provider.stage);
  const zipFolder = join(serviceDir, '.serverless');
  const sources = Object.values(functions).map(({ handler }) => handler.replace(/handler$/, 'ts'));
  await buildBundles(sources, bundleFolder, custom.stage);
  mkdirSync(zipFolder, { recursive: true });
  for (const [name, definition] of Object.entries(functions)) {
    const bundle = definition.handler.replace(/handler$/, 'cjs');
    const patterns = definition.package?.patterns ?? [];
    if (patterns.includes(CLIENT_PACKAGE_FILE))
      execFileSync(process.execPath, ['infra/client/main.ts'], { cwd: serviceDir });
    const assets = globSync(patterns, { cwd: serviceDir }).sort();
    const contents = {
      [bundle]: readFileSync(join(bundleFolder, bundle)),
      ...Object.fromEntries(assets.map(file => [file, readFileSync(join(serviceDir, file))])),
    };
    const artifact = join(zipFolder, `${name}.zip`);
    writeFileSync(artifact, zipSync(contents, ZIP_OPTIONS));
    definition.package = { artifact: relative(serviceDir, artifact) };
  }
}
