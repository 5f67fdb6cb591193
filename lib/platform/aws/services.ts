/**
 * The services of AWS that are called by signed calls, each opened once and kept for the life of the Lambda.
 *
 * Every call has a deadline: an unreachable service must not eat a function's whole timeout.
 */
import type { Environment } from '../environment.ts';
import { openService, type Service, type SignedCall } from './signed-calls.ts';
import { warmed } from './warm-connection.ts';

/** How long each may take, and how often it is asked. */
const PATIENCE = {
  dynamodb: { deadlineMs: 3000, attempts: 4 },
  s3: { deadlineMs: 15_000, attempts: 3 },
  /** Jobs approve, too: who waits for it is not kept waiting for a second attempt. */
  lambda: { deadlineMs: 2000, attempts: 1 },
  /** It has to answer before the first request can be; the next one asks again. */
  ssm: { deadlineMs: 2000, attempts: 2 },
} as const;

export function serviceOf(environment: Environment, name: keyof typeof PATIENCE): Service {
  const { AWS_REGION: region = '', [`AWS_ENDPOINT_URL_${name.toUpperCase()}`]: local } = environment;
  return { name, url: local || `https://${name}.${region}.amazonaws.com`, region, ...PATIENCE[name] };
}

export function openDynamo(environment: Environment): SignedCall {
  const service = serviceOf(environment, 'dynamodb');
  const { httpsAgent: agent } = warmed(environment, service.url);
  return openService({ ...service, ...(agent && { agent }) });
}

/** The objects of a bucket, and what each key's path begins with: on AWS every bucket has a host of its own. */
export function openObjects(environment: Environment, bucket: string): { call: SignedCall; root: string } {
  const { AWS_REGION, AWS_ENDPOINT_URL_S3: local } = environment;
  const url = local || `https://${bucket}.s3.${AWS_REGION}.amazonaws.com`;
  const call = openService({ ...serviceOf(environment, 's3'), url });
  return { call, root: local ? `/${bucket}/` : '/' };
}

export function openLambda(environment: Environment): SignedCall {
  return openService(serviceOf(environment, 'lambda'));
}

export function openSsm(environment: Environment): SignedCall {
  return openService(serviceOf(environment, 'ssm'));
}
