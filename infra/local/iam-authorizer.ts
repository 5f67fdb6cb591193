/**
 * Emulator of API Gateway's IAM authorizer. The emulator accepts every `Authorization` header in the format of
 * Signature Version 4, without verifying the signature. All accepted requests have the same local identity.
 */
import type { APIGatewayEventRequestContextIAMAuthorizer } from 'aws-lambda';

const ACCOUNT_ID = '000000000000';

const SIGNATURE_V4 =
  /^AWS4-HMAC-SHA256 Credential=(?<accessKey>[\w-]+)\/\d{8}\/[a-z0-9-]+\/execute-api\/aws4_request, ?SignedHeaders=[a-z0-9;-]+, ?Signature=[0-9a-f]{64}$/;

/** Creates the authorizer's part of an event's `requestContext`. Returns undefined if the request must be rejected. */
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
