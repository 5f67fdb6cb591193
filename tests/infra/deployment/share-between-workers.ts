/** What takes long to make is made once for all workers, by whoever needs it first. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

type SharedResult<Value> = { readonly value: Value } | { readonly failure: string };

/** @param create what it gives has to survive JSON; should it fail, it has failed for everybody */
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

/** Of all workers one makes the folder. */
function claimFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
