/**
 * Factories for the AWS clients, each with its own timeouts and number of attempts.
 *
 * The timeouts keep one unresponsive service from using up a function's whole timeout (10 s; 25 s where the function
 * handles files).
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SESClient } from '@aws-sdk/client-ses';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '../environment.ts';

/** Creates the DynamoDB client. It leaves out attributes whose value is undefined. */
export function createDynamoClient(environment: Environment): DynamoDBDocumentClient {
  const client = new DynamoDBClient(optionsOf(environment, 'DYNAMODB', { attempts: 4, timeoutMs: 2000 }));
  return DynamoDBDocumentClient.from(withCallNames(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/** Creates the S3 client. It makes two attempts, so that a failed request has time left to remove its objects. */
export function createS3Client(environment: Environment): S3Client {
  const client = new S3Client({
    ...optionsOf(environment, 'S3', { attempts: 2, timeoutMs: 5000 }),
    forcePathStyle: Boolean(environment.AWS_ENDPOINT_URL_S3),
  });
  return withCallNames(client);
}

/** Creates the SES client. It makes one attempt, because a second could send a mail twice; the mail's job retries. */
export function createSesClient(environment: Environment): SESClient {
  return withCallNames(new SESClient(optionsOf(environment, 'SES', { attempts: 1, timeoutMs: 10_000 })));
}

/** Creates the Lambda client. It makes one attempt, because a caller waits; the job for the same work retries. */
export function createLambdaClient(environment: Environment): LambdaClient {
  return withCallNames(new LambdaClient(optionsOf(environment, 'LAMBDA', { attempts: 1, timeoutMs: 2000 })));
}

/**
 * Creates the SSM client. It makes four attempts, because all cold starts of a burst share one rate limit
 * (infra/docs/capacity.md#cold-starts-and-parameter-store).
 */
export function createSsmClient(environment: Environment): SSMClient {
  return withCallNames(new SSMClient(optionsOf(environment, 'SSM', { attempts: 4, timeoutMs: 1000 })));
}

interface Limits {
  readonly attempts: number;
  /** Timeout per attempt, both until the response begins and for each pause within it. */
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
      // A kept-alive connection may be closed while the Lambda is frozen, which only a second attempt can recover from.
      ...(attempts === 1 && { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } }),
    },
  };
}

type Handler = (args: object) => Promise<object>;

/** Adds the failed client and command to each error as `call`, because a timeout's message names neither. */
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
