import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { queueInvocations, retryEvents } from '../../../infra/local/invocations.ts';
import WorkerRunner from '../../../infra/local/worker-runner.ts';

const HTTP_EVENT = { requestContext: { requestId: 'id-1', http: {} } };

/** A class as serverless-offline's `Lambda`, its functions being `run`. */
function lambdaOf(run: (event: unknown) => Promise<unknown>) {
  class Lambda {
    get(_functionKey: string) {
      let event: unknown;
      return {
        setEvent: (given: unknown) => {
          event = given;
        },
        setClientContext: () => {},
        runHandler: () => run(event),
      };
    }
  }
  queueInvocations(Lambda);
  return (key: string, event: unknown) => {
    const invocation = new Lambda().get(key);
    invocation.setEvent(event);
    return invocation.runHandler();
  };
}

describe('a local invocation', () => {
  it('waits its turn: a burst opens a handful of instances', async () => {
    let running = 0;
    let most = 0;
    const invoke = lambdaOf(async event => {
      most = Math.max(most, ++running);
      await wait(2);
      running--;
      return event;
    });
    const events = Array.from({ length: 200 }, (_, index) => ({ index }));

    expect(await Promise.all(events.map(event => invoke('burst', event)))).toEqual(events);
    expect(most).toBeLessThan(64);
    expect(most).toBeGreaterThan(1);
  });

  it.each([
    ['[504] - Lambda timeout.', 503],
    ['secret text of a failure', 500],
  ])('that fails over HTTP with "%s" answers %i', async (text, statusCode) => {
    const invoke = lambdaOf(() => Promise.reject(new Error(text)));
    const answer = await invoke('failing', HTTP_EVENT);

    expect(answer).toMatchObject({ statusCode, headers: { 'x-request-id': 'id-1' } });
    expect(JSON.stringify(answer)).not.toContain(text);
  });

  it('that fails otherwise fails its caller', async () => {
    await expect(lambdaOf(() => Promise.reject(new Error('x')))('failing', {})).rejects.toThrow('x');
  });
});

describe('an invocation that nobody waits for', () => {
  const controllerOf = (outcomes: object[]) => {
    const invoke = vi.fn(async () => (outcomes.shift() ?? { StatusCode: 200, Payload: '' }) as never);
    class Controller {}
    Object.assign(Controller.prototype, { invoke });
    retryEvents(Controller as never);
    return { controller: new Controller() as { invoke: (...call: unknown[]) => Promise<unknown> }, invoke };
  };

  it('is accepted, and tried again when it fails', async () => {
    const { controller, invoke } = controllerOf([{ StatusCode: 200, UnhandledError: true }]);

    expect(await controller.invoke('f', 'Event', {}, undefined)).toMatchObject({ StatusCode: 202 });
    await vi.waitFor(() => expect(invoke).toHaveBeenCalledTimes(2), { timeout: 3000 });
  });

  it('of no function is told at once', async () => {
    const { controller } = controllerOf([{ StatusCode: 404 }]);
    expect(await controller.invoke('f', 'Event', {}, undefined)).toMatchObject({ StatusCode: 404 });
  });
});

describe('an instance of a function', () => {
  let directory: string;
  let runner: WorkerRunner;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'instance-'));
    const source = `exports.handler = async ({ fail }) => {
      if (fail === 'outside') await new Promise(() => setImmediate(() => { throw new Error('outside'); }));
      if (fail === 'exit') process.exit(3);
      if (fail) throw new Error('inside');
      return process.env.GREETING;
    };`;
    writeFileSync(join(directory, 'function.cjs'), source);
    const options = { codeDir: directory, servicePath: directory, functionKey: 'f', timeout: 5000 };
    runner = new WorkerRunner({ ...options, handler: 'function.handler' }, { GREETING: 'ahoj' });
  });
  afterAll(async () => {
    await runner.cleanup();
    rmSync(directory, { recursive: true });
  });

  it.each(['inside', 'outside', 'exit'])(
    'that fails (%s) costs one invocation, not the server',
    async fail => {
      await expect(runner.run({ fail }, {})).rejects.toThrow();
      expect(await runner.run({}, {})).toBe('ahoj');
    },
  );
});
