/** The folder of one run of the local stack. The supervisor removes the folder when the run ends. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = 'run-';
const OWNER_FILE = 'pid';

/**
 * Creates the folder of this run, and removes the folders of runs that were killed together with their supervisor.
 * @param parent the folder of all runs
 */
export function createRunDirectory(parent: string): string {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const directory = join(parent, name);
    if (name.startsWith(PREFIX) && !isInUse(directory)) rmSync(directory, { recursive: true, force: true });
  }
  const directory = mkdtempSync(join(parent, PREFIX));
  writeFileSync(join(directory, OWNER_FILE), String(process.pid));
  return directory;
}

/**
 * Returns whether the process that created a folder is running. A folder without a process id also counts as in use,
 * because another process is creating or removing it.
 */
function isInUse(directory: string): boolean {
  try {
    process.kill(Number(readFileSync(join(directory, OWNER_FILE), 'utf8')), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
