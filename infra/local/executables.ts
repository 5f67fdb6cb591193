/** Finds programs on the `PATH`. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The properties of a computer that decide which programs it has; tests pretend to be another computer. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** The folders of the `PATH`. */
  readonly folders: readonly string[];
}

export const THIS_MACHINE: Machine = {
  platform: process.platform,
  arch: process.arch,
  folders: (process.env.PATH ?? '').split(delimiter).filter(Boolean),
};

/** Returns the path of the first program of this name in the folders. */
export function findExecutable(name: string, folders: readonly string[]): string | undefined {
  return folders.map(folder => join(folder, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
