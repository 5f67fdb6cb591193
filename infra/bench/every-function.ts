/** What one call of each function asks of the table: a story that leaves none of them out. */
import assert from 'node:assert/strict';
import type { Setup } from './bundles.ts';
import { withoutStream } from './crowd.ts';
import { startFreshEmulators } from './fresh-emulators.ts';
import { FUNCTIONS } from './functions.ts';
import type { Line } from './judgement.ts';
import { marketOf } from './market.ts';
import { type Service, serviceIn } from './service.ts';
import { ACTS } from './story.ts';
import { shown, startTableFront, type TableFront, type Use, useOf } from './table-front.ts';

export async function everyFunction(setup: Setup): Promise<Line[]> {
  const emulators = await startFreshEmulators();
  const front = await startTableFront(emulators.dynamodb);
  try {
    await withoutStream(emulators.dynamodb, emulators.table);
    const { service, uses } = watched(
      serviceIn(emulators, setup, {
        AWS_ENDPOINT_URL_DYNAMODB: front.endpoint,
        PASSWORD_HASH_COST: '4',
        ...{ STAGE: 'sandbox', SANDBOX: 'true', MAILED_TO: '*', LOG_LEVEL: 'error' }, // its own routes among them
        ROUTES: 'GET /api/v1/health',
      }),
      front,
    );
    for (const act of ACTS) await act({ emulators, service, market: marketOf(emulators, service) });
    return FUNCTIONS.map(name => {
      const use = uses.get(name);
      assert.ok(use, `${name} is in no act of the story`);
      return { name: `${name}, table calls, reads + writes`, measured: shown(use), verdict: 'ok' };
    });
  } finally {
    await front.stop();
    await emulators.stop();
  }
}

/** Keeps the most that any call of a function asked for. */
function watched(service: Service, front: TableFront) {
  const uses = new Map<string, Use>();
  const weight = ({ reads, writes }: Use) => reads + writes;

  async function counting<Answer>(name: string, run: () => Promise<Answer>): Promise<Answer> {
    front.take();
    const answer = await run();
    const use = useOf(front.take());
    const most = uses.get(name);
    if (!most || weight(use) > weight(most)) uses.set(name, use);
    return answer;
  }
  const counted: Service = {
    handler: name => {
      const handler = service.handler(name);
      return event => counting(name, () => handler(event));
    },
    call: (name, sent) => counting(name, () => service.call(name, sent)),
    invoke: (name, event) => counting(name, () => service.invoke(name, event)),
  };
  return { service: counted, uses };
}
