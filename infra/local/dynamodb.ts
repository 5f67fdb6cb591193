/** DynamoDB on this machine, and the one way the stack itself talks to it. */
import { join } from 'node:path';
import { findDynoxide, installCommand } from './dynoxide.ts';
import { type Machine, THIS_MACHINE } from './executables.ts';
import { freePort } from './ports.ts';
import { type Keeper, type Part, startPart } from './processes.ts';

/**
 * Starts dynoxide, or uses the server at `AWS_ENDPOINT_URL_DYNAMODB` where there is no dynoxide.
 *
 * @param directory keeps the data; without it they live in memory
 * @throws Error with the command that installs dynoxide when there is neither
 */
export async function startDynamodb(
  keeper: Keeper,
  directory?: string,
  machine: Machine = THIS_MACHINE,
): Promise<{ readonly endpoint: string }> {
  const binary = findDynoxide(machine);
  if (!binary) {
    const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
    if (endpoint) return { endpoint };
    throw new Error(
      `No DynamoDB engine was found for ${machine.platform} on ${machine.arch}. ` +
        `Install one: ${installCommand(machine)}\n` +
        'Or start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its URL.',
    );
  }
  const port = await freePort();
  const storage = directory ? ['--db-path', join(directory, 'dynamodb.sqlite')] : [];
  const args = ['serve', '--host', '127.0.0.1', '--port', String(port), ...storage];
  const part = startPart({ name: 'DynamoDB', command: binary, args, stdio: 'ignore' });
  keeper.watch(part);

  const endpoint = `http://127.0.0.1:${port}`;
  await answering(part, () => dynamodb(endpoint, 'ListTables', {}));
  return { endpoint };
}

/**
 * One call of DynamoDB's (or its streams') JSON protocol. Plain `fetch`, because the records must come
 * as they are on the wire: that is the shape a stream's Lambda event has.
 */
export async function dynamodb<Answer>(endpoint: string, action: string, input: object): Promise<Answer> {
  const service = STREAM_ACTIONS.has(action) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${service}.${action}`,
      ...SIGNED,
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${action} failed: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Emulators want to see a signature but have no way to check it. */
const SIGNED = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

const STREAM_ACTIONS = new Set(['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords']);

/** Waits until a fresh process answers its first call; a process that dies first is an error with its name. */
async function answering(part: Part, call: () => Promise<unknown>): Promise<void> {
  let end: string | undefined;
  let last: unknown;
  void part.gone.then(how => {
    end = how;
  });
  for (let attempt = 0; attempt < 1000; attempt++) {
    if (end) throw new Error(`${part.name} did not start: ${end}`);
    try {
      await call();
      return;
    } catch (error) {
      last = error;
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  }
  await part.stop();
  throw new Error(`${part.name} does not respond`, { cause: last });
}
