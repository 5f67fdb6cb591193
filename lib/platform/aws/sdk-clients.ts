/**
 * Clients of the AWS SDK, for what is more than a signed call. They have deadlines, too.
 */
import { S3Client } from '@aws-sdk/client-s3';
import { SESClient } from '@aws-sdk/client-ses';
import type { Environment } from '../environment.ts';

const deadline = (requestTimeout: number) => ({
  requestHandler: { connectionTimeout: 1000, requestTimeout, throwOnRequestTimeout: true },
});

/** For lists, which are XML, for erasing what they list, and for what it signs for others to send. */
export function openS3(environment: Environment): S3Client {
  return new S3Client({
    ...endpoint(environment, 'AWS_ENDPOINT_URL_S3'),
    ...(environment.AWS_ENDPOINT_URL_S3 && { forcePathStyle: true }),
    ...deadline(5000),
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

function endpoint(environment: Environment, name: string): { endpoint?: string } {
  const url = environment[name];
  return url ? { endpoint: url } : {};
}
