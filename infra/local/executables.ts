/** Finds programs on the `PATH`. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Platform, architecture and `PATH` of a computer. Tests pass the values of other computers. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly folders: readonly string[];
}

/** The computer that runs this process. */
export const THIS_MACHINE: Machine = {
  platform: process.platform,
  arch: process.arch,
  folders: (process.env.PATH ?? '').split(delimiter).filter(Boolean),
};

/** Returns the path of the first executable file of this name in the folders, or undefined. */
export function findExecutable(name: string, folders: readonly string[]): string | undefined {
  return folders.map(folder => join(folder, name)).find(isExecutable);
}

/** Returns whether a path is a file that this process may execute. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
