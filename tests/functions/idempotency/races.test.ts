/** Tests of concurrent and interrupted requests with one `Idempotency-Key` (infra/docs/api/conventions.md). */
import { describe, expect, inject, it } from 'vitest';
import type { RequestChange } from '../../scenarios/scenario.ts';
import { createPdf } from '../../support/builders.ts';
import { isDynamoOperation, startFaultProxy } from '../../support/fake-server.ts';
import { listItems, listObjectKeys } from '../../support/inspect-store.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import {
  createIdempotentRequest,
  pickStatusAndBody,
  REPLAYED_HEADER,
  randomKey,
} from './idempotent-requests.ts';

const DUPLICATE_COUNT = 20;

/** Requests that store files: the function, a change that makes a different request, and the number of files. */
const REQUESTS: readonly [functionName: string, difference: RequestChange, files: number][] = [
  ['auth-register-expert', { body: { firstName: 'Eva' } }, 2],
  ['testimonies-complete', { files: { document: createPdf(3000) } }, 1],
];

/** Runs `act` and lists the kinds of the items that it created. */
async function listCreatedItems({ service }: Market, act: () => Promise<unknown>): Promise<string[]> {
  const listKeys = async () => (await listItems(service.deps)).map(({ pk, sk }) => `${pk} ${sk}`);
  const before = new Set(await listKeys());
  await act();
  const more = (await listKeys()).filter(key => !before.has(key));
  return more.map(key => key.replaceAll(/#\S+| [0-9a-f-]{36}$/g, '')).sort();
}

describe.each(REQUESTS)(
  'concurrent and interrupted requests to %s with one idempotency key',
  (name, difference, files) => {
    it('twenty concurrent duplicates of a request run once and get the same response', async () => {
      const market = await startMarket();
      const once = await createIdempotentRequest(name, market);
      const alone = await listCreatedItems(market, () => once.send(randomKey()));
      const { send } = await createIdempotentRequest(name, market);
      const key = randomKey();
      const objects = (await listObjectKeys(market.service.deps)).length;
      const responses: Awaited<ReturnType<typeof send>>[] = [];

      const together = await listCreatedItems(market, async () => {
        responses.push(...(await Promise.all(Array.from({ length: DUPLICATE_COUNT }, () => send(key)))));
      });

      expect(new Set(responses.map(response => JSON.stringify(pickStatusAndBody(response)))).size).toBe(1);
      expect(responses[0]?.status).toBeLessThan(300);
      expect(responses.filter(({ headers }) => headers[REPLAYED_HEADER] === undefined)).toHaveLength(1);
      expect(together).toEqual(alone);
      expect((await listObjectKeys(market.service.deps)).length - objects).toBe(files);
    });

    it('only one of two different concurrent requests with the same idempotency key runs', async () => {
      const market = await startMarket();
      const { send, sendOther } = await createIdempotentRequest(name, market, difference);
      const key = randomKey();

      const responses = await Promise.all([send(key), sendOther(key)]);

      const [done, rejectedResponse] = responses.toSorted((a, b) => a.status - b.status);
      expect(done?.status).toBeLessThan(300);
      expect(rejectedResponse).toMatchObject({
        status: 422,
        headers: { 'x-error-code': 'idempotency-key-reused' },
      });
    });

    it.each([
      ['after the transaction by the loss of all its responses', 'lost'],
      ['before the transaction by a closed connection', 'hang up'],
    ] as const)(
      'a request that is interrupted %s runs once, and a retry gets its response',
      async (_, fault) => {
        let isBroken = false;
        const table = await startFaultProxy(inject('emulators').dynamodb, call =>
          isBroken && isDynamoOperation('TransactWriteItems', call) ? fault : undefined,
        );
        const market = await startMarket({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
        const once = await createIdempotentRequest(name, market);
        const alone = await listCreatedItems(market, () => once.send(randomKey()));
        const { send } = await createIdempotentRequest(name, market);
        const key = randomKey();
        const storedItems = await listCreatedItems(market, async () => {
          isBroken = true;
          expect(await send(key)).toMatchObject({ status: 503 });
          isBroken = false;
        });

        const more = await listCreatedItems(market, async () => {
          const [first, second] = [await send(key), await send(key)];
          expect(first.status).toBeLessThan(300);
          expect(pickStatusAndBody(second)).toEqual(pickStatusAndBody(first));
          expect(first.headers[REPLAYED_HEADER]).toBe(fault === 'lost' ? 'true' : undefined);
        });

        expect(alone.length).toBeGreaterThan(1);
        expect([storedItems, more]).toEqual(fault === 'lost' ? [alone, []] : [[], alone]);
      },
    );
  },
);
