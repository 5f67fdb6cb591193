/** Bundles as they are deployed. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { bundleAll } from '../bundle/build.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The settings that production deploys with; CloudFormation's own references are left as text. */
export const production = readYaml('infra/stages/production.yml') as {
  readonly minify: boolean;
  readonly sourcemap: boolean;
  readonly settings: Readonly<Record<string, string>>;
};

export interface Bundle {
  readonly file: string;
  readonly bytes: number;
}

/** What every measurement is given. */
export interface Setup {
  /** For what a measurement has to write; removed at the end. */
  readonly folder: string;
  /** Of a function, by its name in infra/functions/*.yml. */
  bundleOf(name: string): Bundle;
  readonly quick: boolean;
}

/** @param sources from the project's folder; one build of many takes little longer than one of one */
export async function bundle(sources: readonly string[], folder: string): Promise<Bundle[]> {
  await bundleAll(sources, folder, production);
  return sources.map(source => {
    const file = join(folder, source.replace(/ts$/, 'cjs'));
    return { file, bytes: statSync(file).size };
  });
}

function readYaml(file: string): unknown {
  return parse(readFileSync(join(ROOT, file), 'utf8'), { logLevel: 'silent' });
}
