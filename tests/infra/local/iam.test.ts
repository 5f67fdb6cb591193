import { describe, expect, it } from 'vitest';
import { admitted, guardRoutes } from '../../../infra/local/iam.ts';

const HEX = 'a1'.repeat(32);
const CREDENTIAL = 'Credential=AKIDEXAMPLE/20260101/eu-central-1/execute-api/aws4_request';
const SIGNED = `AWS4-HMAC-SHA256 ${CREDENTIAL}, SignedHeaders=host;x-amz-date, Signature=${HEX}`;
const ROUTE = 'GET /api/v1/operator/experts/{id}';

const guarded = {
  method: 'get',
  path: '/api/v1/operator/experts/{id}',
  authorizer: { type: 'aws_iam' },
};
guardRoutes({
  show: { events: [{ httpApi: guarded }] },
  me: { events: [{ httpApi: 'GET /api/v1/me' }] },
  job: {},
});

const eventOf = (authorization?: string, routeKey = ROUTE) => ({
  routeKey,
  headers: authorization ? { authorization } : {},
  requestContext: { requestId: 'id-1' },
});

describe('a route behind the IAM authorizer', () => {
  it('looks like any other to serverless-offline', () => {
    expect(guarded).not.toHaveProperty('authorizer');
  });

  it.each([SIGNED, SIGNED.replaceAll(', ', ',')])('knows who signed: %s', authorization => {
    expect(admitted(eventOf(authorization))).toMatchObject({
      requestContext: {
        requestId: 'id-1',
        authorizer: {
          iam: {
            accessKey: 'AKIDEXAMPLE',
            accountId: '000000000000',
            userArn: 'arn:aws:iam::000000000000:user/local',
          },
        },
      },
    });
  });

  it.each([
    undefined,
    'Bearer x',
    SIGNED.replace('execute-api', 's3'),
    SIGNED.replace(HEX, HEX.slice(2)),
    SIGNED.replace('AWS4-HMAC-SHA256', 'AWS4'),
    `${SIGNED}, ${SIGNED}`,
  ])('admits nobody else: %s', authorization => {
    expect(admitted(eventOf(authorization))).toBeUndefined();
  });

  it('gives no identity elsewhere', () => {
    const event = eventOf(SIGNED, 'GET /api/v1/me');
    expect(admitted(event)).toBe(event);
  });
});
