/**
 * SES emulator with an inbox: pages at `/`, all mails as JSON at `/store`, and the mails to one e-mail address at
 * `/store?to=<address>`. Mails are stored in memory only.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import ses from 'aws-ses-v2-local';
import { closeServer, withValidTarget } from './http-server.ts';
import { handleInboxRequest } from './inbox/inbox-requests.ts';

type StartSes = (config: { host: string; port: number }) => Promise<Server>;

/**
 * The function that starts the SES emulator. The package is CommonJS, so the function may be the member `default` of
 * the imported default export.
 */
const startSesServer = ((ses as unknown as { default?: StartSes }).default ?? ses) as StartSes;

/**
 * Starts the SES emulator and its inbox on 127.0.0.1.
 * @param port 0 chooses a free port
 */
export async function startInbox(
  port: number,
): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const server = await startSesServer({ host: '127.0.0.1', port });
  const [sesListener] = server.listeners('request') as RequestListener[];
  const listener = withValidTarget((request, response) => {
    if (handleInboxRequest(request, response)) return;
    if (request.method === 'POST') respondToQuota(request, response, () => sesListener?.(request, response));
    else sesListener?.(request, response);
  });
  server.removeAllListeners('request').on('request', listener);
  const address = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    stop: () => closeServer(server),
  };
}

const QUOTA = `<GetSendQuotaResponse xmlns="http://ses.amazonaws.com/doc/2010-12-01/"><GetSendQuotaResult>
<Max24HourSend>50000.0</Max24HourSend><MaxSendRate>14.0</MaxSendRate><SentLast24Hours>0.0</SentLast24Hours>
</GetSendQuotaResult></GetSendQuotaResponse>`;

/** Responds to GetSendQuota, which the SES emulator does not support. It passes on all other requests. */
function respondToQuota(request: IncomingMessage, response: ServerResponse, passOn: () => void): void {
  request.once('readable', () => {
    const start: Buffer = request.read() ?? Buffer.alloc(0);
    if (start.toString('latin1').startsWith('Action=GetSendQuota&')) {
      response.writeHead(200, { 'content-type': 'text/xml' }).end(QUOTA);
      return;
    }
    if (start.length > 0) request.unshift(start);
    passOn();
  });
}
