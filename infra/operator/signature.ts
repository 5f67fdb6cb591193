/** Signs calls for API Gateway's IAM authorizer: who signs is who the audit names (contract §3). */
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';

/** Which API, and as whom. */
export interface Connection {
  readonly url: URL;
  readonly region?: string;
  readonly profile?: string;
}

/** Where the service is deployed (serverless.yml). */
const HOME_REGION = 'eu-central-1';

/** The local stack looks at the form of a signature only, so nobody needs an AWS account to try it. */
const LOCAL_KEYS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Looks for credentials when it first signs; that fails where there are none. */
export function openSigner({ url, profile, ...given }: Connection): SignatureV4 {
  const region = given.region ?? regionIn(url) ?? process.env.AWS_REGION ?? HOME_REGION;
  const named = profile || process.env.AWS_ACCESS_KEY_ID;
  return new SignatureV4({
    service: 'execute-api',
    region,
    sha256: Sha256,
    credentials:
      isLocal(url) && !named
        ? LOCAL_KEYS
        : defaultProvider({ clientConfig: { region }, ...(profile && { profile }) }),
  });
}

export function isLocal({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** API Gateway's own host names say it, and no other region would be right for them. */
function regionIn({ hostname }: URL): string | undefined {
  return /[.]execute-api[.]([a-z0-9-]+)[.]/.exec(hostname)?.[1];
}
