/** Shares the result of a slow computation between test workers: the first worker that needs it computes it. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

type SharedResult<Value> = { readonly value: Value } | { readonly failure: string };

/**
 * Returns the result of `create`, which only one worker runs; the others wait for it.
 *
 * @param create must return a value that survives JSON
 * @throws Error in every worker when `create` fails
 */
export async function shareBetweenWorkers<Value>(name: string, create: () => Promise<Value>): Promise<Value> {
  const file = join(inject('scratch'), `${name}.json`);
  if (claimFolder(`${file}.taken`)) {
    const result: SharedResult<Value> = await create().then(
      value => ({ value }),
      error => ({ failure: String(error) }),
    );
    writeFileSync(`${file}.part`, JSON.stringify(result));
    renameSync(`${file}.part`, file);
  }
  while (!existsSync(file)) await sleep(100);
  const made = JSON.parse(readFileSync(file, 'utf8')) as SharedResult<Value>;
  if ('failure' in made) throw new Error(made.failure);
  return made.value;
}

/** Creates the folder; returns false in all workers but the one that creates it. */
function claimFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
