import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describeApi } from '../openapi/api.ts';
import { apiTypes } from './api-types.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BIOME = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));

/** `runtime/api.ts` as the API is today, in the format of this repository. */
export async function currentApiTypes(): Promise<string> {
  const input = apiTypes(await describeApi());
  return execFileSync(process.execPath, [BIOME, 'format', '--stdin-file-path=api.ts'], {
    input,
    cwd: ROOT,
    encoding: 'utf8',
  });
}

export async function writeApiTypes(): Promise<void> {
  writeFileSync(new URL('runtime/api.ts', import.meta.url), await currentApiTypes());
}
