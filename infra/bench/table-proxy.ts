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

/** A running proxy. */
export interface TableProxy {
  readonly endpoint: string;
  /** Returns the table use since the previous call of this function. */
  takeTableUse(): TableUse;
  stop(): Promise<void>;
}

/** Formats a table use as `calls, read units + write units`. */
export const formatTableUse = ({ calls, reads, writes }: TableUse): string =>
  `${calls} call${calls === 1 ? '' : 's'}, ${reads} + ${writes}`;

/**
 * Starts the proxy on a free port.
 *
 * @param tls certificate and private key in PEM format; if they are missing, the proxy uses plain HTTP
 */
export async function startTableProxy(
  target: string,
  tls?: { cert: string; key: string },
): Promise<TableProxy> {
  let recordedUses: TableUse[] = [];
  const forwardRequest = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const action = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    const { authorization, 'x-amz-target': operation, 'x-amz-date': date } = incoming.headers;
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        authorization: String(authorization),
        'x-amz-target': String(operation),
        'x-amz-date': String(date),
      },
      body: JSON.stringify({ ...((await json(incoming)) as object), ReturnConsumedCapacity: 'TOTAL' }),
    });
    const body = await response.text();
    recordedUses.push(readTableUse(action, JSON.parse(body)));
    outgoing.writeHead(response.status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
  };
  const server = tls ? createTlsServer(tls, forwardRequest) : createServer(forwardRequest);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));

  return {
    endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeTableUse() {
      const calls = recordedUses;
      recordedUses = [];
      const sum = (kind: keyof TableUse) => calls.reduce((total, call) => total + call[kind], 0);
      return { calls: calls.length, reads: sum('reads'), writes: sum('writes') };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

interface CapacityReport {
  readonly CapacityUnits?: number;
}

/**
 * Reads the table use from a response. The response contains only the total of the capacity units, so the action
 * determines whether these are read or write units.
 */
function readTableUse(
  action: string,
  { ConsumedCapacity = [] }: { ConsumedCapacity?: CapacityReport | CapacityReport[] },
): TableUse {
  const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  const isRead = /Get|Query|Scan/.test(action);
  return { calls: 1, reads: isRead ? units : 0, writes: isRead ? 0 : units };
}
