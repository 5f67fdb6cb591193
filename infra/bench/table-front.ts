/**
 * Stands before the emulated table, with TLS like the real one or without, and tells of each call what
 * it was and what it would have cost.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';

export interface TableCall {
  readonly action: string;
  readonly reads: number;
  readonly writes: number;
}

export interface TableFront {
  readonly endpoint: string;
  /** Those since the last time somebody asked. */
  take(): TableCall[];
  stop(): Promise<void>;
}

/** What one request asked of the table. */
export interface Use {
  readonly calls: number;
  readonly reads: number;
  readonly writes: number;
}

export function useOf(calls: readonly TableCall[]): Use {
  const sum = (kind: 'reads' | 'writes') => calls.reduce((total, call) => total + call[kind], 0);
  return { calls: calls.length, reads: sum('reads'), writes: sum('writes') };
}

export function shown({ calls, reads, writes }: Use): string {
  return `${calls} call${calls === 1 ? '' : 's'}, ${reads} + ${writes}`;
}

interface Capacity {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
}

/** @param tls certificate and key, PEM */
export async function startTableFront(
  target: string,
  tls?: { cert: string; key: string },
): Promise<TableFront> {
  const agent = new Agent({ keepAlive: true });
  const calls: TableCall[] = [];
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const action = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    const input = { ...((await json(incoming)) as object), ReturnConsumedCapacity: 'TOTAL' };
    const answer = await forward(target, agent, incoming, JSON.stringify(input));
    calls.push({ action, ...unitsIn(action, answer.body) });
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
  };
  const server = tls ? createTlsServer(tls, pass) : createServer(pass);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));

  return {
    endpoint: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => calls.splice(0),
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function forward(target: string, agent: Agent, incoming: IncomingMessage, body: string) {
  const { 'content-length': _, host: __, ...headers } = incoming.headers;
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(target, { method: 'POST', agent, headers }, async reply => {
      resolve({ status: reply.statusCode ?? 0, body: await text(reply) });
    })
      .on('error', reject)
      .end(body);
  });
}

/** A transaction's units come as writes; everything else tells by its name what it is. */
function unitsIn(action: string, body: string): { reads: number; writes: number } {
  const { ConsumedCapacity = [] } = JSON.parse(body) as { ConsumedCapacity?: Capacity | Capacity[] };
  const sum = (name: keyof Capacity) =>
    [ConsumedCapacity].flat().reduce((units, capacity) => units + (capacity[name] ?? 0), 0);
  const isRead = /Get|Query|Scan/.test(action);
  const all = sum('CapacityUnits');
  return { reads: isRead ? all : 0, writes: isRead ? 0 : all };
}
