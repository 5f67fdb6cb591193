/** DynamoDB emulator on this machine, and requests to it. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findDynoxide } from './dynoxide.ts';
import { type Machine, THIS_MACHINE } from './executables.ts';
import { findFreePort } from './ports.ts';
import { type ProcessSupervisor, type StackProcess, startProcess } from './processes.ts';

/**
 * Starts dynoxide. If dynoxide is not installed, uses the server at `AWS_ENDPOINT_URL_DYNAMODB`.
 * @param directory the folder for the data; without it, the data is stored in memory only
 * @throws Error when neither dynoxide nor the server is available
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
      'No DynamoDB emulator was found. Install dynoxide, or set AWS_ENDPOINT_URL_DYNAMODB (README.md).',
    );
  }
  const port = await findFreePort();
  const file = directory && join(directory, 'dynamodb.sqlite');
  const storage = file ? ['--db-path', file] : [];
  const args = ['serve', '--host', '127.0.0.1', '--port', String(port), ...storage];
  const databaseProcess = startProcess({ name: 'DynamoDB', command: binary, args, stdio: 'ignore' });
  supervisor.watch(databaseProcess);

  const endpoint = `http://127.0.0.1:${port}`;
  await waitUntilResponding(databaseProcess, () => callDynamodb(endpoint, 'ListTables', {}));
  if (file) indexStreamRecords(file);
  return { endpoint };
}

/**
 * Adds an index to dynoxide's database file. For each write, dynoxide 1 looks for the highest sequence number among
 * the records of the stream. Without the index, this takes longer with every record: 128 ms instead of 3 ms after ten
 * minutes of use.
 */
function indexStreamRecords(file: string): void {
  using database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(
    'CREATE INDEX IF NOT EXISTS local_stack_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  );
}

/**
 * Sends one request of the JSON protocol to DynamoDB or DynamoDB Streams. The SDK would convert stream records, but
 * Lambda stream events contain them in DynamoDB's wire format. Therefore the function uses `fetch`.
 * @throws Error when the response is an error
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

/** A constant `Authorization` header: emulators require the header but cannot verify the signature. */
export const SIGNATURE_HEADERS = {
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

const STREAM_ACTIONS = new Set(['ListStreams', 'DescribeStream', 'GetShardIterator', 'GetRecords']);

/**
 * Waits until a newly started process responds to a request.
 * @throws Error with the name of the process when the process exits or does not respond in time
 */
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
