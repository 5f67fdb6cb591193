/**
 * Signs requests for API Gateway's IAM authorizer. The audit log names the operator whose credentials signed the
 * request (infra/docs/api/operators.md).
 */
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { AwsClient } from 'aws4fetch';

/** The API to call, and the AWS region and profile to sign with. */
export interface ApiConnection {
  readonly url: URL;
  readonly region?: string;
  readonly profile?: string;
}

export type SignRequest = (url: URL, init: RequestInit) => Promise<Request>;

/** The region in which the service is deployed (serverless.yml). */
const DEPLOYMENT_REGION = 'eu-central-1';

/** Credentials for the local stack, which checks only the format of a signature and needs no AWS account. */
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Creates a signer. The signer looks up credentials for the first request. Without credentials, signing fails. */
export function createSigner({ url, profile, ...options }: ApiConnection): SignRequest {
  const region = options.region ?? findRegion(url) ?? process.env.AWS_REGION ?? DEPLOYMENT_REGION;
  const hasConfiguredCredentials = Boolean(profile || process.env.AWS_ACCESS_KEY_ID);
  const credentials =
    isLocalUrl(url) && !hasConfiguredCredentials
      ? async () => LOCAL_CREDENTIALS
      : defaultProvider({ clientConfig: { region }, ...(profile && { profile }) });

  return async (address, init) => {
    const client = new AwsClient({ ...(await credentials()), service: 'execute-api', region });
    return client.sign(address, { ...init, aws: { allHeaders: true } });
  };
}

export function isLocalUrl({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Returns the AWS region in a host name of API Gateway. Only signatures for this region are valid. */
function findRegion({ hostname }: URL): string | undefined {
  return /[.]execute-api[.]([a-z0-9-]+)[.]/.exec(hostname)?.[1];
}
