/**
 * Proxy in front of the emulated table, with or without TLS. It records the calls and the capacity units that
 * DynamoDB would bill for them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What a request costs the table: calls, and capacity units. */
export interface TableUse {
  readonly calls: number;
  readonly reads: number;
  readonly writes: number;
}

export interface TableProxy {
  readonly endpoint: string;
  /** @returns the use since the last time this was called */
  takeTableUse(): TableUse;
  stop(): Promise<void>;
}

export const formatTableUse = ({ calls, reads, writes }: TableUse): string =>
  `${calls} call${calls === 1 ? '' : 's'}, ${reads} + ${writes}`;

/** @param tls certificate and key, PEM; without them the proxy speaks plain HTTP */
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

/** Transactions report their units in total only, so the name of the action says whether they were read or written. */
function readTableUse(
  action: string,
  { ConsumedCapacity = [] }: { ConsumedCapacity?: CapacityReport | CapacityReport[] },
): TableUse {
  const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
  const isRead = /Get|Query|Scan/.test(action);
  return { calls: 1, reads: isRead ? units : 0, writes: isRead ? 0 : units };
}
