/**
 * Proxy in front of the emulated table, with or without TLS. The proxy counts the calls and the capacity units that
 * DynamoDB would bill for the calls.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Number of DynamoDB calls, and the read and write capacity units that they consume. */
export interface TableUse {
  readonly calls: number;
  readonly reads: number;
  readonly writes: number;
}

const NO_USE: TableUse = { calls: 0, reads: 0, writes: 0 };

/** Formats a table use as `calls, read units + write units`. */
export const formatTableUse = ({ calls, reads, writes }: TableUse): string =>
  `${calls} call${calls === 1 ? '' : 's'}, ${reads} + ${writes}`;

/**
 * Starts the proxy on a free port.
 * @param tls certificate and private key in PEM format; if they are missing, the proxy uses plain HTTP
 */
export async function startTableProxy(target: string, tls?: { cert: string; key: string }) {
  let use = NO_USE;
  const forwardRequest = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { authorization = '', 'x-amz-target': action = '', 'x-amz-date': date = '' } = incoming.headers;
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    const response = await fetch(target, {
      method: 'POST',
      headers: { ...headers, authorization, 'x-amz-target': String(action), 'x-amz-date': String(date) },
      body: JSON.stringify({ ...((await json(incoming)) as object), ReturnConsumedCapacity: 'TOTAL' }),
    });
    const body = await response.text();
    const reports: { CapacityUnits: number }[] = [JSON.parse(body).ConsumedCapacity ?? []].flat();
    const units = reports.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
    const isRead = /Get|Query|Scan/.test(String(action)); // the response has only the sum of the units, so the operation tells whether they are read or write units
    const [reads, writes] = isRead ? [units, 0] : [0, units];
    use = { calls: use.calls + 1, reads: use.reads + reads, writes: use.writes + writes };
    outgoing.writeHead(response.status, headers).end(body);
  };
  const server = tls ? createTlsServer(tls, forwardRequest) : createServer(forwardRequest);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));

  return {
    endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the table use since the previous call of this function. */
    takeTableUse(): TableUse {
      const taken = use;
      use = NO_USE;
      return taken;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
