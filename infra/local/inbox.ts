/**
 * SES on this machine, with an inbox to read: pages at `/`, JSON at `/store`, that of one address at
 * `/store?to=<address>`. Mails live in memory.
 */
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import ses from 'aws-ses-v2-local';
import { handleInboxRequest } from './inbox/inbox-requests.ts';

type StartSes = (config: { host: string; port: number }) => Promise<Server>;

/** The package is CommonJS: what it exports by default arrives one level deeper. */
const startSesServer = ((ses as unknown as { default?: StartSes }).default ?? ses) as StartSes;

/** @param port 0 takes a free one */
export async function startInbox(
  port: number,
): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const server = await startSesServer({ host: '127.0.0.1', port });
  const [sesListener] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request').on('request', (request, response) => {
    if (!handleInboxRequest(request, response)) sesListener?.(request, response);
  });
  const address = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    stop: () => closeServer(server),
  };
}

/** Closes a server at once, connections that are kept alive included. */
export function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(resolve => server.close(() => resolve()));
}
