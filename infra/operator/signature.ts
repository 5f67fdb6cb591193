/** Signs requests for API Gateway's IAM authorizer. The audit log names whoever signed (infra/docs/api/operators.md). */
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { AwsClient } from 'aws4fetch';

/** Which API to call, and as whom. */
export interface Connection {
  readonly url: URL;
  readonly region?: string;
  readonly profile?: string;
}

export type SignRequest = (url: URL, init: RequestInit) => Promise<Request>;

/** Where the service is deployed (serverless.yml). */
const DEPLOYMENT_REGION = 'eu-central-1';

/** The local stack checks only the form of a signature, so nobody needs an AWS account to try it. */
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Looks for credentials when it first signs; signing fails where there are none. */
export function createSigner({ url, profile, ...options }: Connection): SignRequest {
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

/** Reads the region from a host name of API Gateway: no other region would be right for it. */
function findRegion({ hostname }: URL): string | undefined {
  return /[.]execute-api[.]([a-z0-9-]+)[.]/.exec(hostname)?.[1];
}
