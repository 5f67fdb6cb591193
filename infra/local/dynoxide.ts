/** Finds the DynamoDB engine `dynoxide`, or the command that installs it. */
import { createRequire } from 'node:module';
import { findExecutable, isExecutable, type Machine } from './executables.ts';

/**
 * Returns the path of the engine: the binary of the npm package for this platform, else a `dynoxide` on the `PATH`
 * (from Homebrew, npm or cargo).
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

/** Returns the command that installs the engine on a platform, as dynoxide's documentation gives it. */
export function getInstallCommand({ platform, arch }: Machine): string {
  if (platform === 'darwin') return 'brew install nubo-db/tap/dynoxide';
  return INSTALL_COMMANDS[`${platform}-${arch}`] ?? 'cargo install dynoxide-rs';
}

const INSTALL_COMMANDS: Readonly<Record<string, string>> = {
  // The package is an optional dependency of this project, so it is missing only where npm was told to omit those.
  'linux-x64': 'npm ci --include=optional',
  'linux-arm64': 'npm install --global dynoxide@1',
};
