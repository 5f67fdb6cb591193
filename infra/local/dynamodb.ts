/** DynamoDB on this machine, and the one way the stack itself talks to it. */
import { join } from 'node:path';
import { findDynoxide, getInstallCommand } from './dynoxide.ts';
import { type Machine, THIS_MACHINE } from './executables.ts';
import { findFreePort } from './ports.ts';
import { type ProcessSupervisor, type StackProcess, startProcess } from './processes.ts';

/**
 * Starts dynoxide, or uses the server at `AWS_ENDPOINT_URL_DYNAMODB` where there is no dynoxide.
 *
 * @param directory keeps the data; without it they live in memory
 * @throws Error with the command that installs dynoxide when there is neither
 */
export async function startDynamodb(
  supervisor: ProcessSupervisor,
  directory?: string,
  machine: Machine = THIS_MACHINE,
): Promise<{ readonly endpoint: string }> {
  const binary = findDynoxide(machine);
  if (!binary) {
    const endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB;
    if (endpoint) return { endpoint };
    throw new Error(
      `No DynamoDB engine was found for ${machine.platform} on ${machine.arch}. ` +
        `Install one: ${getInstallCommand(machine)}\n` +
        'Or start DynamoDB Local and set AWS_ENDPOINT_URL_DYNAMODB to its URL.',
    );
  }
  const port = await findFreePort();
  const storage = directory ? ['--db-path', join(directory, 'dynamodb.sqlite')] : [];
  const args = ['serve', '--host', '127.0.0.1', '--port', String(port), ...storage];
  const databaseProcess = startProcess({ name: 'DynamoDB', command: binary, args, stdio: 'ignore' });
  supervisor.watch(databaseProcess);

  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntilResponding(databaseProcess, () => callDynamodb(endpoint, 'ListTables', {}));
  return { endpoint };
}

/**
 * One call of DynamoDB's (or its streams') JSON protocol. Plain `fetch`, because the records must come
 * as they are on the wire: that is the shape a stream's Lambda event has.
 */
export async function callDynamodb<Output>(endpoint: string, action: string, input: object): Promise<Output> {
  const service = STREAM_ACTIONS.has(action) ? 'DynamoDBStreams_20120810' : 'DynamoDB_20120810';
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${service}.${action}`,
      ...SIGNATURE_HEADERS,
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`${action} failed: ${await response.text()}`);
  return (await response.json()) as Output;
}

/** Emulators want to see a signature but have no way to check it. */
const SIGNATURE_HEADERS = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

const STREAM_ACTIONS = new Set(['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords']);

/** Waits until a fresh process answers its first call; a process that dies first is an error with its name. */
async function waitUntilResponding(
  databaseProcess: StackProcess,
  sendRequest: () => Promise<unknown>,
): Promise<void> {
  let exitReason: string | undefined;
  let lastError: unknown;
  void databaseProcess.exitStatus.then(status => {
    exitReason = status;
  });
  for (let attempt = 0; attempt < 1000; attempt++) {
    if (exitReason) throw new Error(`${databaseProcess.name} did not start: ${exitReason}`);
    try {
      await sendRequest();
      return;
    } catch (error) {
      lastError = error;
      await new Promise(resolve => setTimeout(resolve, 10));
    }
  }
  await databaseProcess.stop();
  throw new Error(`${databaseProcess.name} does not respond`, { cause: lastError });
}
