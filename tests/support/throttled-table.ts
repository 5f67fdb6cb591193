/**
 * Proxy in front of the emulated table that applies DynamoDB's documented limits of a partition: 1,000 write and 3,000
 * read units per second and key, counted separately for index keys. The proxy is stricter than AWS: there is no burst
 * capacity, and the index write of an update counts twice. Calls over the limit get the errors that AWS documents. Time
 * is measured in calls, two hundred per second, so the limits do not depend on the speed of the machine.
 */
import {
  type FakeResponse,
  type FakeServer,
  isDynamoOperation,
  type ReceivedRequest,
  startFaultProxy,
} from './fake-server.ts';

const LIMITS = { reads: 3000, writes: 1000 } as const;
const CALLS_PER_SECOND = 200;
const INDEX_KEY_PATTERN = /"(?:JOBS|EXPERTS|OPEN)#[^"]*"/g;

interface CapacityUse {
  readonly key: string;
  readonly kind: keyof typeof LIMITS;
  readonly units: number;
}

type Input = Readonly<Record<string, unknown>>;
interface ItemKey {
  readonly pk: { readonly S: string };
}

interface ThrottledTable extends FakeServer {
  countThrottledCalls(): number;
  /** Ends the throttling, so that the full limits are available again. */
  removeThrottling(): void;
}

/**
 * Starts the proxy.
 * @param burst available share of the limits: 0.05 has the same effect as twenty times the load
 */
export async function startThrottledTable(emulator: string, burst: number): Promise<ThrottledTable> {
  let share = burst;
  const used = new Map<string, number>();
  let calls = 0;
  let throttled = 0;

  /** Consumes the demanded capacity completely or not at all. @returns the keys whose capacity is exhausted */
  function consumeCapacity(demands: readonly CapacityUse[]): Set<string> {
    if (++calls % CALLS_PER_SECOND === 0) used.clear();
    const nameOf = ({ kind, key }: CapacityUse) => `${kind} ${key}`;
    const wanted = new Map<string, number>();
    for (const each of demands) wanted.set(nameOf(each), (wanted.get(nameOf(each)) ?? 0) + each.units);
    const isOver = (each: CapacityUse) =>
      (used.get(nameOf(each)) ?? 0) + (wanted.get(nameOf(each)) ?? 0) > LIMITS[each.kind] * share;
    const over = new Set(demands.filter(isOver).map(({ key }) => key));
    if (over.size === 0) for (const [name, units] of wanted) used.set(name, (used.get(name) ?? 0) + units);
    return over;
  }

  const proxy = await startFaultProxy(emulator, call => {
    const parts = listCapacityUses(call);
    const over = consumeCapacity(parts.flat());
    if (over.size === 0) return undefined;
    throttled++;
    return throttlingResponse(
      call,
      parts.map(part => part.some(({ key }) => over.has(key))),
      throttled,
    );
  });
  return {
    ...proxy,
    countThrottledCalls: () => throttled,
    removeThrottling: () => {
      share = 1;
    },
  };
}

/** Lists the capacity that each part of a call uses. Only transactions and batches have more than one part. */
function listCapacityUses(call: ReceivedRequest): CapacityUse[][] {
  const input: Input = JSON.parse(call.body.toString() || '{}');
  if (isDynamoOperation('TransactWriteItems', call)) {
    const parts = input.TransactItems as Record<string, Input>[];
    return parts.map(part => Object.values(part).flatMap(write => listWrites(write, 2)));
  }
  if (isDynamoOperation('BatchGetItem', call)) {
    const [{ Keys } = { Keys: [] }] = Object.values(
      input.RequestItems as Record<string, { Keys: ItemKey[] }>,
    );
    return Keys.map(({ pk }) => [{ key: pk.S, kind: 'reads', units: 1 }]);
  }
  if (isDynamoOperation('Query', call))
    return [[{ key: findIndexKeys(input)[0] ?? 'any', kind: 'reads', units: 1 }]];
  return input.Key || input.Item ? [listWrites(input, 1)] : [];
}

/** Lists the capacity that one write uses. `times` is 2 in a transaction, which writes every item twice. */
function listWrites(write: Input, times: number): CapacityUse[] {
  const { pk } = (write.Key ?? write.Item) as ItemKey;
  const units = Math.ceil(JSON.stringify(write).length / 1024) * times;
  const moves = write.UpdateExpression ? 2 : 1;
  return [
    { key: pk.S, kind: 'writes', units },
    ...findIndexKeys(write).map(key => ({ key, kind: 'writes' as const, units: units * moves })),
  ];
}

const findIndexKeys = (input: Input) => [...new Set(JSON.stringify(input).match(INDEX_KEY_PATTERN) ?? [])];

/**
 * Returns DynamoDB's response to a throttled call.
 * @param isOver contains, for each part of the call, whether the part exceeded the limit
 */
function throttlingResponse(call: ReceivedRequest, isOver: readonly boolean[], count: number): FakeResponse {
  const message = 'Throughput exceeds the current capacity of your table or index.';
  const [code, name] =
    count % 2 === 0
      ? ['ThrottlingError', 'ThrottlingException']
      : ['ProvisionedThroughputExceeded', 'ProvisionedThroughputExceededException'];
  if (isDynamoOperation('BatchGetItem', call) && isOver.includes(false)) {
    const { RequestItems } = JSON.parse(call.body.toString());
    return jsonResponse(200, { Responses: {}, UnprocessedKeys: RequestItems });
  }
  if (!isDynamoOperation('TransactWriteItems', call))
    return jsonResponse(400, { __type: errorType(name), message });
  const CancellationReasons = isOver.map(over =>
    over ? { Code: code, Message: message } : { Code: 'None' },
  );
  return jsonResponse(400, {
    __type: errorType('TransactionCanceledException'),
    message,
    CancellationReasons,
  });
}

const errorType = (name = '') => `com.amazonaws.dynamodb.v20120810#${name}`;

function jsonResponse(status: number, body: object): FakeResponse {
  return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: JSON.stringify(body) };
}
