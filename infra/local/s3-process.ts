/**
 * S3 on this machine: fauxqs, mended while it loads. Started with an IPC channel; sends its port.
 *
 * fauxqs listens on every interface, takes at most 11 MiB and knows no CORS. The first two are literals
 * in its source, rewritten here (loudly refused when they are no longer there); CORS is put in front.
 */
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { registerHooks } from 'node:module';

const directory = process.argv[2];
const LITERALS = [
  ['host: "0.0.0.0"', 'host: "127.0.0.1"'],
  ['bodyLimit: 11 *', 'bodyLimit: 64 *'],
] as const;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/fauxqs/dist/app.js')) return loaded;
    let source = String(loaded.source);
    for (const [from, to] of LITERALS) {
      if (!source.includes(from)) throw new Error(`fauxqs no longer contains ${from}`);
      source = source.replace(from, to);
    }
    return { ...loaded, source };
  },
});

const { createServer } = http;
http.createServer = ((...options: Parameters<typeof createServer>) => {
  const server = createServer(...options);
  const emit = server.emit.bind(server) as (event: string, ...rest: unknown[]) => boolean;
  server.emit = ((event: string, ...rest: [IncomingMessage, ServerResponse]) =>
    (event === 'request' && crossOrigin(...rest)) || emit(event, ...rest)) as Server['emit'];
  return server;
}) as typeof createServer;

/** Answers a browser's preflight itself; lets every other request through with the headers it needs. */
function crossOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (!origin) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'ETag');
  response.setHeader('vary', 'Origin');
  if (request.method !== 'OPTIONS') return false;

  response.setHeader('access-control-allow-methods', 'GET,PUT,POST,HEAD,DELETE');
  response.setHeader(
    'access-control-allow-headers',
    request.headers['access-control-request-headers'] ?? '*',
  );
  response.writeHead(204).end();
  return true;
}

const { startFauxqs } = await import('fauxqs');
const server = await startFauxqs({
  port: 0,
  logger: false,
  defaultRegion: 'eu-central-1',
  ...(directory && { s3StorageDir: directory }),
});
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)));
process.send?.(server.port);
