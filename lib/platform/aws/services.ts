/**
 * The services of AWS that are called by signed calls.
 *
 * Every call has a deadline: a service that hangs must not eat a function's whole timeout (10 s, 25 s with files).
 */
import type { Environment } from '../environment.ts';
import { openService, type Service, type SignedCall } from './signed-calls.ts';
import { warmed } from './warm-connection.ts';

/** How long each may take, and how often it is asked. */
const PATIENCE = {
  dynamodb: { deadlineMs: 2000, attempts: 4 },
  s3: { deadlineMs: 5000, attempts: 2 }, // to store, and to take back what was stored
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

/** Where the objects of a bucket are, and what each key's path begins with: on AWS every bucket has a host of its own. */
export function placeOf(environment: Environment, bucket: string): { url: string; root: string } {
  const { AWS_REGION, AWS_ENDPOINT_URL_S3: local } = environment;
  if (local) return { url: local, root: `/${bucket}/` };
  return { url: `https://${bucket}.s3.${AWS_REGION}.amazonaws.com`, root: '/' };
}

export function openObjects(environment: Environment, bucket: string): SignedCall {
  const { url } = placeOf(environment, bucket);
  return openService({ ...serviceOf(environment, 's3'), url });
}

export function openLambda(environment: Environment): SignedCall {
  return openService(serviceOf(environment, 'lambda'));
}

export function openSsm(environment: Environment): SignedCall {
  return openService(serviceOf(environment, 'ssm'));
}
