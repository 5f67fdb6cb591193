/**
 * The AWS clients, each with its time limits and number of attempts.
 *
 * A service that does not answer must not use up a function's whole timeout (10 s, 25 s where files are handled).
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SESClient } from '@aws-sdk/client-ses';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '../environment.ts';

/** The table. Members of items that are undefined are left out. */
export function createDynamoClient(environment: Environment): DynamoDBDocumentClient {
  const client = new DynamoDBClient(optionsOf(environment, 'DYNAMODB', { attempts: 4, timeoutMs: 2000 }));
  return DynamoDBDocumentClient.from(withCallNames(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/** The bucket. Two attempts, so that a request that failed has time left to remove what it stored. */
export function createS3Client(environment: Environment): S3Client {
  const client = new S3Client({
    ...optionsOf(environment, 'S3', { attempts: 2, timeoutMs: 5000 }),
    forcePathStyle: Boolean(environment.AWS_ENDPOINT_URL_S3),
  });
  return withCallNames(client);
}

/** Mail. One attempt, because a second one could send a mail twice; the mail's job tries again. */
export function createSesClient(environment: Environment): SESClient {
  return withCallNames(new SESClient(optionsOf(environment, 'SES', { attempts: 1, timeoutMs: 10_000 })));
}

/** Other functions. One attempt, because a caller waits; the job that does the same work tries again. */
export function createLambdaClient(environment: Environment): LambdaClient {
  return withCallNames(new LambdaClient(optionsOf(environment, 'LAMBDA', { attempts: 1, timeoutMs: 2000 })));
}

/** Parameters. Four attempts, because all cold starts of a burst share one rate limit (infra/docs/capacity.md). */
export function createSsmClient(environment: Environment): SSMClient {
  return withCallNames(new SSMClient(optionsOf(environment, 'SSM', { attempts: 4, timeoutMs: 1000 })));
}

interface Limits {
  readonly attempts: number;
  /** For each attempt: until the response begins, and for every pause in it. */
  readonly timeoutMs: number;
}

function optionsOf(environment: Environment, service: string, { attempts, timeoutMs }: Limits) {
  const { AWS_REGION: region, [`AWS_ENDPOINT_URL_${service}`]: endpoint } = environment;
  return {
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    maxAttempts: attempts,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: 1000,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
      // A connection may have been closed while the Lambda was frozen: only a second attempt makes up for that.
      ...(attempts === 1 && { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } }),
    },
  };
}

type Handler = (args: object) => Promise<object>;

/** Has every error say in `call` which request failed: the message of a timeout does not. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the stack differs from client to client
function withCallNames<Client extends { readonly middlewareStack: any }>(client: Client): Client {
  const middleware =
    (next: Handler, context: { clientName?: string; commandName?: string }) => (args: object) =>
      next(args).catch(error => {
        throw Object.assign(error, { call: `${context.clientName} ${context.commandName}` });
      });
  client.middlewareStack.add(middleware, { step: 'initialize', name: 'callNames' });
  return client;
}
