/**
 * Stands in for API Gateway's IAM authorizer: any `Authorization` header of Signature Version 4's form is
 * accepted as one local identity. The signature is not checked.
 */
import type { APIGatewayEventRequestContextIAMAuthorizer } from 'aws-lambda';

const ACCOUNT_ID = '000000000000';

const SIGNATURE_V4 =
  /^AWS4-HMAC-SHA256 Credential=(?<accessKey>[\w-]+)\/\d{8}\/[a-z0-9-]+\/execute-api\/aws4_request, ?SignedHeaders=[a-z0-9;-]+, ?Signature=[0-9a-f]{64}$/;

/** Returns what the authorizer adds to an event's `requestContext`, or undefined if the request is refused. */
export function createIamAuthorizer(
  authorization = '',
): { authorizer: APIGatewayEventRequestContextIAMAuthorizer } | undefined {
  const { accessKey } = SIGNATURE_V4.exec(authorization)?.groups ?? {};
  if (!accessKey) return undefined;
  const iam = {
    accessKey,
    accountId: ACCOUNT_ID,
    callerId: 'AIDALOCAL',
    cognitoIdentity: null,
    principalOrgId: 'o-local',
    userArn: `arn:aws:iam::${ACCOUNT_ID}:user/local`,
    userId: 'AIDALOCAL',
  };
  return { authorizer: { iam } };
}
