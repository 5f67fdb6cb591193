/** HTTP server that serves the console in the local stack. */
import { createServer } from 'node:http';
import { buildConsole } from '../console/build-console.ts';
import { createContentSecurityPolicy, SECURITY_HEADERS } from '../console/security-headers.ts';
import { closeServer, listen, withValidTarget } from './http-server.ts';

export interface ConsoleOptions {
  readonly apiUrl: string;
  /** URL of the bucket to which the console uploads large files. */
  readonly bucketUrl: string;
  /** Settings of the stage that the console shows. */
  readonly settings: Readonly<Record<string, string>>;
  /** 0 (the default) chooses a free port. */
  readonly port?: number;
}

/** Builds the console and starts its server on 127.0.0.1. */
export async function startConsole({ apiUrl, bucketUrl, settings, port }: ConsoleOptions) {
  const files = await buildConsole(apiUrl, settings);
  const policy = createContentSecurityPolicy(new URL(apiUrl).origin, new URL(bucketUrl).origin);
  const listener = withValidTarget((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isFile = /\.\w+$/.test(pathname);
    const path = isFile ? pathname : '/index.html';
    const file = files.get(path);
    response.writeHead(file ? 200 : 404, {
      ...SECURITY_HEADERS,
      'content-security-policy': policy,
      'cache-control': getCacheControl(path),
      'content-type': file?.type ?? 'text/plain',
    });
    response.end(file?.content);
  });
  const server = createServer(listener);
  return { endpoint: `http://localhost:${await listen(server, port)}`, stop: () => closeServer(server) };
}

/** Returns the `Cache-Control` header for a path. Assets never change, because their names contain a content hash. */
const getCacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
