/**
 * Factories for the AWS clients, each with its own timeouts and number of attempts.
 *
 * The timeouts prevent an unresponsive service from using up a function's whole time. In addition, every call,
 * including its retries, ends at the deadline of the request or job (lib/deadline.ts).
 */
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SESClient } from '@aws-sdk/client-ses';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getDeadlineSignal } from '../../deadline.ts';
import type { Environment } from '../environment.ts';

export const DYNAMODB_LIMITS: ClientLimits = { attempts: 4, timeoutMs: 2000 };

/** Creates the DynamoDB client. It leaves out attributes whose value is undefined. */
export function createDynamoClient(
  environment: Environment,
  limits: ClientLimits = DYNAMODB_LIMITS,
): DynamoDBDocumentClient {
  const client = withCallNames(new DynamoDBClient(optionsOf(environment, 'DYNAMODB', limits)));
  const marshallOptions = { removeUndefinedValues: true };
  return withDeadlineSignal(DynamoDBDocumentClient.from(client, { marshallOptions }));
}

/**
 * Creates the S3 client. It makes only two attempts, so that an API request that fails still has time to remove the
 * objects that it stored.
 */
export function createS3Client(
  environment: Environment,
  limits: ClientLimits = { attempts: 2, timeoutMs: 5000 },
): S3Client {
  const client = new S3Client({
    ...optionsOf(environment, 'S3', limits),
    forcePathStyle: Boolean(environment.AWS_ENDPOINT_URL_S3),
  });
  return withDeadlineSignal(withCallNames(client));
}

/**
 * Creates the SES client. It makes a single attempt, because a second attempt could send a mail twice. If the attempt
 * fails, the job that sends the mail is retried.
 */
export function createSesClient(environment: Environment): SESClient {
  const options = optionsOf(environment, 'SES', { attempts: 1, timeoutMs: 10_000 });
  return withDeadlineSignal(withCallNames(new SESClient(options)));
}

/**
 * Creates the Lambda client. It makes a single attempt, because a caller is waiting. If the attempt fails, a job does
 * the same work later.
 */
export function createLambdaClient(
  environment: Environment,
  limits: ClientLimits = { attempts: 1, timeoutMs: 2000 },
): LambdaClient {
  return withDeadlineSignal(withCallNames(new LambdaClient(optionsOf(environment, 'LAMBDA', limits))));
}

/**
 * Creates the SSM client. It makes four attempts, because all cold starts of a burst share one rate limit
 * (infra/docs/capacity.md#cold-starts-and-parameter-store).
 */
export function createSsmClient(
  environment: Environment,
  limits: ClientLimits = { attempts: 4, timeoutMs: 1000 },
): SSMClient {
  return withDeadlineSignal(withCallNames(new SSMClient(optionsOf(environment, 'SSM', limits))));
}

export interface ClientLimits {
  readonly attempts: number;
  /** Timeout of an attempt, for the wait until the response begins and for each pause in the response. */
  readonly timeoutMs: number;
  /** Determines how long the SDK waits before a further attempt. The default is exponential back-off with jitter. */
  readonly retryStrategy?: DynamoDBClientConfig['retryStrategy'];
}

function optionsOf(
  environment: Environment,
  service: string,
  { attempts, timeoutMs, retryStrategy }: ClientLimits,
) {
  const { AWS_REGION: region, [`AWS_ENDPOINT_URL_${service}`]: endpoint } = environment;
  return {
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    maxAttempts: attempts,
    retryMode: 'standard',
    ...(retryStrategy && { retryStrategy }),
    requestHandler: {
      connectionTimeout: 1000,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
      // A kept-alive connection may be closed while the Lambda is frozen, and then a second attempt is needed. Clients
      // with a single attempt therefore do not keep connections alive.
      ...(attempts === 1 && { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } }),
    },
  };
}

type Handler = (args: object) => Promise<object>;

/** Adds the names of the client and the command to each error as `call`, because the messages of timeouts lack them. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the stack differs from client to client
function withCallNames<Client extends { readonly middlewareStack: any }>(client: Client): Client {
  const middleware =
    (next: Handler, context: { clientName?: string; commandName?: string }) => (args: object) =>
      next(args).catch(error => {
        throw Object.assign(error, { call: `${context.clientName} ${context.commandName}` });
      });
  client.middlewareStack.add(middleware, { step: 'initialize', name: 'callNames' });
  client.middlewareStack.remove('loggerMiddleware'); // copies each input and output for a logger that writes nothing
  return client;
}

interface Sender {
  send(command: never, options?: object): Promise<unknown>;
}

/** Makes each call of the client, including its retries, end at the deadline of the request or job. */
function withDeadlineSignal<Client extends Sender>(client: Client): Client {
  const send: Sender['send'] = client.send.bind(client);
  return Object.assign(client, {
    send: (command: never, options?: object) =>
      send(command, { abortSignal: getDeadlineSignal(), ...options }),
  });
}
