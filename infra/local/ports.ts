/** Finds free ports and names the process on a port that is taken. */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

/** Systems take ports from here on for outgoing connections, so such a port could be gone before it is used. */
const FIRST_OUTGOING_PORT = 32_768;

/** Returns a port that nothing listens on, below the ports of outgoing connections. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, FIRST_OUTGOING_PORT);
    const code = await findListenError(port, '127.0.0.1');
    if (!code) return port;
    if (code !== 'EADDRINUSE') throw new Error(`Cannot listen on port ${port} of 127.0.0.1: ${code}.`);
  }
}

/**
 * Returns undefined if the port is free, else its process (`node start.ts (pid 123)`), as far as the system tells.
 * The port must be free on IPv6, too: browsers may try that first for `localhost`.
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

/** Asks lsof, which macOS and most Linux distributions have; without it no process is named. */
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
