/** Finds free ports. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The first port that systems use for outgoing connections. An outgoing connection could take a free port from here on
 * before the stack listens on that port.
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
 * Returns whether a port is free on both IPv4 and IPv6, because browsers may use IPv6 for `localhost`. A port counts as
 * free if the system cannot tell.
 */
export async function isPortFree(port: number): Promise<boolean> {
  const codes = await Promise.all(['127.0.0.1', '::1'].map(host => findListenError(port, host)));
  return !codes.some(code => code === 'EACCES' || code === 'EADDRINUSE');
}

function findListenError(port: number, host: string): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
