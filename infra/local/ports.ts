/** Finds free ports, and the processes that use taken ports. */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

/**
 * The first port that systems use for outgoing connections. An outgoing connection could take a free port of this range
 * before the stack uses the port.
 */
const FIRST_OUTGOING_PORT = 32_768;

/** Ports that this process has already returned, even if no server uses them yet. */
const foundPorts = new Set<number>();

/** Finds a free port below the range of ports for outgoing connections. A process never finds a port twice. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, FIRST_OUTGOING_PORT);
    if (foundPorts.has(port)) continue;
    foundPorts.add(port);
    const code = await findListenError(port, '127.0.0.1');
    if (!code) return port;
    if (code !== 'EADDRINUSE') throw new Error(`Cannot listen on port ${port} of 127.0.0.1: ${code}.`);
  }
}

/**
 * Describes the process that uses a port, such as `node start.ts (pid 123)`. A port counts as free only if it is free
 * on both IPv4 and IPv6, because browsers may use IPv6 for `localhost`.
 * @returns undefined if the port is free, and a general description if the process is unknown
 */
export async function describePortOwner(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '::1']) {
    const code = await findListenError(port, host);
    if (code === 'EACCES') return 'the system (a privileged port)';
    if (code === 'EADDRINUSE') return (await describeListener(port)) ?? 'another process';
  }
  return undefined;
}

function findListenError(port: number, host: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** Describes the process with the programs lsof and ps. Returns undefined on systems without these programs. */
async function describeListener(port: number): Promise<string | undefined> {
  const execute = promisify(execFile);
  try {
    const listeners = await execute('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']);
    const [pid = ''] = listeners.stdout.split('\n');
    const command = await execute('ps', ['-o', 'args=', '-p', pid]);
    return `${command.stdout.trim().slice(0, 80)} (pid ${pid})`;
  } catch {
    return undefined;
  }
}
