/** Which ports are free on this machine, and who holds those that are not. */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename } from 'node:path';

/** Systems give their outgoing connections ports from here on: one of those could be gone before it is used. */
const OUTGOING = 32_768;

/** A port nobody listens on right now, and no connection will take by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await listenBriefly(randomInt(10_000, OUTGOING), '127.0.0.1').catch(isTaken);
    if (port) return port;
  }
}

function isTaken(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EADDRINUSE') throw error;
}

/**
 * Nothing when the port can be taken, else who has it (`node (pid 123)`).
 * The IPv6 side counts too: browsers may try it first for `localhost`.
 */
export async function portHolder(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '::1']) {
    try {
      await listenBriefly(port, host);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') return 'the system (a privileged port)';
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return processOn(port) ?? 'another process';
    }
  }
  return undefined;
}

function listenBriefly(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject).listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

/** Linux tells by /proc; elsewhere, or for another user's process, nobody is named. */
function processOn(port: number): string | undefined {
  const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap(table => listeners(table, port)));

  for (const pid of entries('/proc').filter(name => /^\d+$/.test(name))) {
    for (const descriptor of entries(`/proc/${pid}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(read(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`)))?.[1];
      if (inode && inodes.has(inode)) {
        const command = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).split('\0')[0] ?? '';
        return `${basename(command)} (pid ${pid})`;
      }
    }
  }
  return undefined;
}

/** Socket inodes in state LISTEN (0A) on the port, from one of the kernel's tables. */
function listeners(table: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return read(() => readFileSync(table, 'utf8'))
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(columns => columns[1]?.endsWith(`:${hex}`) && columns[3] === '0A')
    .map(columns => columns[9] ?? '');
}

function entries(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function read(source: () => string): string {
  try {
    return source();
  } catch {
    return '';
  }
}
