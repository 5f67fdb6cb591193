/** Finds the executable of the DynamoDB emulator `dynoxide`, and the command that installs it. */
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

/** Returns the command that dynoxide's documentation gives for installing the emulator on a platform. */
export function getInstallCommand({ platform, arch }: Machine): string {
  if (platform === 'darwin') return 'brew install nubo-db/tap/dynoxide';
  return INSTALL_COMMANDS[`${platform}-${arch}`] ?? 'cargo install dynoxide-rs';
}

const INSTALL_COMMANDS: Readonly<Record<string, string>> = {
  // The package is an optional dependency of this project. It is missing only if npm omitted optional dependencies.
  'linux-x64': 'npm ci --include=optional',
  'linux-arm64': 'npm install --global dynoxide@1',
};
