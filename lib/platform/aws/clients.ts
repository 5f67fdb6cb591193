/**
 * AWS clients, opened as they are first used and kept for the life of the Lambda.
 *
 * Every call has a deadline: an unreachable service must not eat a function's whole timeout.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SESClient } from '@aws-sdk/client-ses';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Environment } from '../environment.ts';
import { warmed } from './warm-connection.ts';

const deadline = (requestTimeout: number, more: object = {}) => ({
  requestHandler: { connectionTimeout: 1000, requestTimeout, throwOnRequestTimeout: true, ...more },
});

export function openDynamo(environment: Environment): DynamoDBDocumentClient {
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION } = environment;
  const url = AWS_ENDPOINT_URL_DYNAMODB || `https://dynamodb.${AWS_REGION}.amazonaws.com`;
  const client = new DynamoDBClient({
    ...endpoint(environment, 'AWS_ENDPOINT_URL_DYNAMODB'),
    ...deadline(3000, warmed(environment, url)),
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

export function openS3(environment: Environment): S3Client {
  return new S3Client({
    ...endpoint(environment, 'AWS_ENDPOINT_URL_S3'),
    ...(environment.AWS_ENDPOINT_URL_S3 && { forcePathStyle: true }),
    ...deadline(15_000),
  });
}

/** Jobs retry by themselves; a client that does too would send some mails twice. */
export function openSes(environment: Environment): SESClient {
  return new SESClient({
    ...endpoint(environment, 'AWS_ENDPOINT_URL_SES'),
    ...deadline(10_000),
    maxAttempts: 1,
  });
}

export function openLambda(environment: Environment): LambdaClient {
  return new LambdaClient({
    ...endpoint(environment, 'AWS_ENDPOINT_URL_LAMBDA'),
    ...deadline(2000),
    maxAttempts: 1,
  });
}

/** It has to answer before the first request can be; the next one asks again. */
export function openSsm(): SSMClient {
  return new SSMClient({ ...deadline(2000), maxAttempts: 2 });
}

function endpoint(environment: Environment, name: string): { endpoint?: string } {
  const url = environment[name];
  return url ? { endpoint: url } : {};
}
