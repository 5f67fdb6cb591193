/**
 * How functions are called locally: at most so many instances of one function at a time (the rest wait
 * their turn), with the failures and limits that API Gateway and Lambda would show.
 */
import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { admitted, type GatewayEvent } from './iam.ts';
import { EVENT_LIMIT, TOO_LARGE } from './platform-limits.ts';

interface LambdaFunction {
  setEvent(event: unknown): void;
  setClientContext(context: unknown): void;
  runHandler(): Promise<unknown>;
}
interface LambdaClass {
  prototype: { get(functionKey: string): LambdaFunction };
}
interface Invoked {
  readonly StatusCode: number;
  readonly Payload: unknown;
  readonly UnhandledError?: boolean;
}
type Invoke = (name: string, type: string | undefined, event: unknown, context: unknown) => Promise<Invoked>;

/**
 * Instances of one function at a time. Threads beyond the processors only cost memory; a few more than
 * those, because some wait for others (DNS, an invoked function).
 */
const INSTANCES = Math.max(4, 2 * availableParallelism());

/** Counted per function, so that one function waiting for another can never lock both up. */
const busy = new Map<string, number>();
const queues = new Map<string, (() => void)[]>();

/** Makes `lambda.get(key)` hand out a place in the queue instead of an instance. */
export function queueInvocations(Lambda: LambdaClass): void {
  const { get } = Lambda.prototype;
  Lambda.prototype.get = function (functionKey) {
    let event: unknown;
    let context: unknown;
    return {
      setEvent: given => {
        event = given;
      },
      setClientContext: given => {
        context = given;
      },
      runHandler: () =>
        asGateway(event, event =>
          inTurn(functionKey, () => {
            const instance = get.call(this, functionKey);
            instance.setClientContext(context);
            instance.setEvent(event);
            return instance.runHandler();
          }),
        ),
    };
  };
}

async function inTurn<T>(functionKey: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(functionKey) ?? [];
  queues.set(functionKey, queue);
  const running = busy.get(functionKey) ?? 0;
  if (running >= INSTANCES) await new Promise<void>(resolve => queue.push(resolve));
  else busy.set(functionKey, running + 1);
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else busy.set(functionKey, (busy.get(functionKey) ?? 1) - 1);
  }
}

/** A caller over HTTP gets an answer for every failure; any other caller gets the failure. */
async function asGateway(given: unknown, run: (event: unknown) => Promise<unknown>): Promise<unknown> {
  const requestId = (given as Partial<GatewayEvent> | undefined)?.requestContext?.requestId;
  if (!requestId) return run(given);

  const event = admitted(given as GatewayEvent);
  if (!event) return answer(403, 'Forbidden', requestId);

  if (EVENT_LIMIT < Number.POSITIVE_INFINITY && Buffer.byteLength(JSON.stringify(event)) > EVENT_LIMIT) {
    return answer(413, TOO_LARGE, requestId);
  }
  try {
    return (await run(event)) ?? answer(500, 'Internal server error.', requestId);
  } catch (error) {
    return String(error).includes('Lambda timeout')
      ? answer(503, 'Service unavailable. Please try again in a moment.', requestId)
      : answer(500, 'Internal server error.', requestId);
  }
}

function answer(statusCode: number, message: string, requestId: string) {
  return {
    statusCode,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
      ...(statusCode === 503 && { 'retry-after': '5' }),
    },
    body: JSON.stringify({ message }),
  };
}

/**
 * `InvocationType: Event` as Lambda has it: accepted at once, tried three times, and a failure is
 * nobody's problem. serverless-offline dies of it.
 */
export function retryEvents(InvocationsController: { prototype: { invoke: Invoke } }): void {
  const { invoke } = InvocationsController.prototype;
  InvocationsController.prototype.invoke = async function (name, type, event, context) {
    const call = () => invoke.call(this, name, 'RequestResponse', event, context);
    if (type !== 'Event') return invoke.call(this, name, type, event, context);

    const first = call();
    const unknown = await Promise.race([first, wait(0)]);
    if (unknown?.StatusCode === 404) return unknown;
    void retried(first, call);
    return { StatusCode: 202, Payload: '' };
  };
}

async function retried(first: Promise<Invoked>, call: () => Promise<Invoked>): Promise<void> {
  let outcome = await first;
  for (let attempt = 1; attempt <= 2 && outcome.UnhandledError; attempt++) {
    await wait(1000 * attempt);
    outcome = await call();
  }
}
