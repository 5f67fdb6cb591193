/**
 * Routes behind the IAM authorizer, on this machine: a header of Signature Version 4's shape stands for one
 * local identity (contract §3). The signature itself is not checked; there is nobody whose key could be.
 */
import type { APIGatewayEventRequestContextIAMAuthorizer } from 'aws-lambda';

interface HttpApi {
  readonly method: string;
  readonly path: string;
  authorizer?: { readonly type?: string };
}
export interface ServerlessFunction {
  readonly events?: readonly { readonly httpApi?: HttpApi | string }[];
}
/** Of an event that came over HTTP. */
export interface GatewayEvent {
  readonly routeKey?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly requestContext: { readonly requestId?: string; readonly authorizer?: object };
}

const ACCOUNT = '000000000000';

const SIGNED =
  /^AWS4-HMAC-SHA256 Credential=(?<accessKey>[\w-]+)\/\d{8}\/[a-z0-9-]+\/execute-api\/aws4_request, ?SignedHeaders=[a-z0-9;-]+, ?Signature=[0-9a-f]{64}$/;

const guarded = new Set<string>();

/** Takes the authorizers out of the configuration, which serverless-offline would take for JWT, and keeps them. */
export function guardRoutes(functions: Readonly<Record<string, ServerlessFunction>>): void {
  for (const { httpApi } of Object.values(functions).flatMap(({ events = [] }) => events)) {
    if (typeof httpApi !== 'object' || httpApi.authorizer?.type !== 'aws_iam') continue;
    guarded.add(`${httpApi.method.toUpperCase()} ${httpApi.path}`);
    delete httpApi.authorizer;
  }
}

/** The event with the identity that API Gateway would add on its route; undefined: not admitted. */
export function admitted(event: GatewayEvent): GatewayEvent | undefined {
  if (!guarded.has(event.routeKey ?? '')) return event;
  const { accessKey } = SIGNED.exec(event.headers?.authorization ?? '')?.groups ?? {};
  if (!accessKey) return undefined;
  return { ...event, requestContext: { ...event.requestContext, authorizer: identityOf(accessKey) } };
}

function identityOf(accessKey: string): APIGatewayEventRequestContextIAMAuthorizer {
  return {
    iam: {
      accessKey,
      accountId: ACCOUNT,
      callerId: 'AIDALOCAL',
      cognitoIdentity: null,
      principalOrgId: 'o-local',
      userArn: `arn:aws:iam::${ACCOUNT}:user/local`,
      userId: 'AIDALOCAL',
    },
  };
}
