/** Sharing of slow computations between test workers. Only the first worker that needs a result computes it. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

type SharedResult<Value> = { readonly value: Value } | { readonly failure: string };

/**
 * Returns the result of `create`. Only one worker runs `create`, and the other workers wait for the result.
 * @param create function whose result can be stored as JSON
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

/** Creates the folder. Returns true only in the worker that created the folder. */
function claimFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
