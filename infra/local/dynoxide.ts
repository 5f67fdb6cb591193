/** Finds the executable of the DynamoDB emulator `dynoxide`. */
import { createRequire } from 'node:module';
import { findExecutable, isExecutable, type Machine } from './executables.ts';

/**
 * Returns the path of dynoxide: the binary of the npm package for this platform, or else a `dynoxide` on the `PATH`
 * (from Homebrew, npm or cargo). Returns undefined when neither exists.
 */
export function findDynoxide({ platform, arch, folders }: Machine): string | undefined {
  return findPackageBinary(`@dynoxide/${platform}-${arch}`) ?? findExecutable('dynoxide', folders);
}

function findPackageBinary(name: string): string | undefined {
  try {
    const binary = createRequire(import.meta.url).resolve(`${name}/dynoxide`);
    return isExecutable(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
