/**
 * Tests that each function's role allows exactly the AWS calls that the function makes. The permissions are declared
 * in infra/functions; the tests compare the packaged roles with recorded calls, because no emulator checks permissions.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ENTRIES, listFunctionEntries } from '../../../infra/functions/index.ts';
import { SCENARIOS } from '../../scenarios/index.ts';
import { ARNS } from './aws-account.ts';
import { readDeployedFunction } from './deployed-function.ts';
import { evaluateCalls, listGrants, type Statement } from './iam.ts';
import { recordCalls } from './record-calls.ts';
import { packageTemplates } from './template.ts';

let stages: Awaited<ReturnType<typeof packageTemplates>>;
beforeAll(async () => {
  stages = await packageTemplates();
}, 600_000);

it('every scenario is named after a function', () => {
  expect(Object.keys(SCENARIOS).filter(name => !ENTRIES[name])).toEqual([]);
});

const REGISTRATION = ['auth-register-client', 'auth-register-expert'];
const CREDENTIALS = [
  'auth-login',
  ...REGISTRATION,
  'auth-reset-password',
  'me-close',
  'me-update',
  'me-remove-second-factor',
];
/** Functions with which operators stop the misuse of an account. They do not read password hashes. */
const ACCOUNT_MEASURES = [
  'operator-end-sessions',
  'operator-lock-user',
  'operator-remove-second-factor',
  'operator-restore-email',
  'operator-unlock-user',
];
/** The function that confirms a second factor. It decrypts the factor's secret, but does not read password hashes. */
const CONFIRMATION = 'me-confirm-second-factor';
/** Functions that require the current password, but change no credentials. */
const PASSWORD_CHECKS = ['me-export', 'me-open-payment-account', 'me-set-up-second-factor'];
const DELIVERY = ['jobs-deliver', 'jobs-sweep'];
/** The function that decodes files of strangers. */
const FILE_CHECKS = 'jobs-check-files';
/** Functions that connect to other people's servers. */
const WEBHOOK_DELIVERY = ['jobs-deliver-webhooks', 'jobs-sweep-webhooks'];
/** Functions that decide about money that the payment provider holds. */
const MONEY_DECISIONS = [
  'operator-cancel-testimony',
  'operator-end-complaint',
  'operator-end-refund',
  'operator-refund-testimony',
  'operator-settle-testimony',
  'testimonies-cancel',
];
/** Functions with which users of the sandbox take the place of operators. */
const SANDBOX_MEASURES = ['sandbox-lock-account', 'sandbox-unlock-account'];
const SANDBOX_MONEY_DECISIONS = [
  'sandbox-cancel-by-platform',
  'sandbox-end-complaint',
  'sandbox-refund-testimony',
];
/** Functions that look up checkout sessions and settle their payments. */
const SETTLEMENT = [
  ...DELIVERY,
  'me-close',
  'offers-accept',
  'offers-checkout',
  'operator-close-account',
  'webhooks-stripe',
];

/**
 * Permissions that only the listed functions may have, even when another function would use them. Each regular
 * expression matches grants of the form `action resource partition`.
 */
const RESTRICTED: readonly [permission: string, grants: RegExp, functions: readonly string[]][] = [
  [
    'to read identity documents',
    /^s3:GetObject scans\/identity-documents/,
    [FILE_CHECKS, 'me-export', 'operator-export-user', 'operator-open-documents'],
  ],
  ['to write identity documents', /^s3:(Put|Delete)\w+ scans\/identity-documents/, DELIVERY],
  ['to delete versions of objects', /^s3:(DeleteObjectVersion|ListBucketVersions)/, DELIVERY],
  [
    'to read password hashes',
    /(Get|Query)\w* .* EMAIL#\*$/, // no match: grants for queries of single attributes end with the attribute
    [
      'auth-login',
      ...REGISTRATION,
      ...PASSWORD_CHECKS,
      'me-close',
      'me-update',
      'me-remove-second-factor',
      ...DELIVERY,
    ],
  ],
  [
    'to change password hashes',
    /(Put|Update|Delete)\w+ .* EMAIL#/,
    [...CREDENTIALS, ...ACCOUNT_MEASURES, ...SANDBOX_MEASURES, CONFIRMATION, 'operator-close-account'],
  ],
  ['to read the password peppers', /password-peppers/, [...CREDENTIALS, ...PASSWORD_CHECKS, CONFIRMATION]],
  [
    'to read the secrets of second factors',
    /(Get|Query)\w* .* FACTOR#/,
    ['auth-login', ...PASSWORD_CHECKS, CONFIRMATION, 'me-close', 'me-remove-second-factor', 'me-update'],
  ],
  ['to read password reset tokens', /(Get|Query)\w* .* RESET#/, ['auth-reset-password']],
  [
    "to read the payment provider's key",
    /stripe-secret-key/,
    [
      ...SETTLEMENT,
      ...MONEY_DECISIONS,
      ...SANDBOX_MONEY_DECISIONS,
      'sandbox-end-dispute',
      'me-open-payment-account',
      'operator-check-health',
    ],
  ],
  ['to read the webhook secrets', /stripe-webhook-secrets/, ['webhooks-stripe']],
  [
    'to decrypt the secrets of webhooks',
    /\/webhook-keys/,
    [...WEBHOOK_DELIVERY, 'partner-rotate-webhook-secret', 'partner-update'],
  ],
  [
    'to write checkouts',
    /(Put|Update|Delete)\w+ .* CHECKOUT#/,
    [
      ...SETTLEMENT,
      ...MONEY_DECISIONS,
      ...SANDBOX_MONEY_DECISIONS,
      'operator-dismiss-job',
      'operator-send-refund',
      'testimonies-complete',
    ],
  ],
  ['to record payments', /(Put|Update|Delete)\w+ .* PAYMENT#/, SETTLEMENT],
  ['to list whole accounts', /index\/gsi1 EXPERTS#/, ['operator-list-experts']],
  ['to find a testimony by its number', /index\/gsi1 TESTIMONIES#/, ['operator-list-testimonies']],
  ['to list amounts that wait', /index\/gsi1 MONEY#\*/, ['operator-list-money']],
  [
    'to list jobs',
    /index\/gsi1 JOBS#/,
    [...DELIVERY, 'operator-list-jobs', 'operator-retry-jobs', 'operator-show-history'],
  ],
  [
    'to change partners and their keys',
    /(Put|Update|Delete)\w+ .* PARTNER#/,
    [
      'operator-create-partner',
      'operator-disable-partner',
      'operator-rotate-partner-key',
      'partner-rotate-key',
      'partner-update',
      'sandbox-register-partner',
    ],
  ],
  ['to change audit entries', /(Update|Delete)\w+ .* AUDIT#/, []],
  [
    'to read audit entries',
    /(Get|Query)\w* .* AUDIT#/,
    ['me-export', 'operator-show-expert', 'operator-show-history'],
  ],
  ['to delete the reasons of audit entries', /(Update|Delete)\w+ .* REASON#/, DELIVERY],
  ['to send mail', /^ses:Send/, DELIVERY],
  ['to start the check of files', /^lambda:InvokeFunction .*JobsDashcheckDashfiles/, DELIVERY],
];

/** Grants with a wildcard for which AWS has no alternative. */
const WILDCARDS: readonly RegExp[] = [
  /^logs:\w+ log-group:\/aws\/lambda\/testimony-(sandbox|production):\*$/, // Lambda chooses the names of the log streams
  /^s3:\w+ scans\/(incoming(\/testimony-document)?|identity-documents|testimonies|journal)\/\*$/, // the objects under a prefix
  /^dynamodb:\w+ table\/Table(\/index\/gsi1)? [A-Z]+#\*( \w+)?$/, // the items of a partition
  /^ses:Send(Raw)?Email identity\/\*$/, // SES's own sandbox also checks the recipient's identity
];

describe.each([
  ['sandbox', 'true'],
  ['production', 'false'],
] as const)('permissions in the %s stage', (stage, SANDBOX) => {
  const names = listFunctionEntries({ settings: { SANDBOX } }).map(([name]) => name);
  const grants = () =>
    names.flatMap(name =>
      listGrants(readDeployedFunction(stages[stage], name).statements).map(grant => [name, grant] as const),
    );
  const statements = () => names.flatMap(name => readDeployedFunction(stages[stage], name).statements);

  it.each(names)('the function %s has exactly the permissions that it uses', async name => {
    const { statements, environment, lambdaCalls } = readDeployedFunction(stages[stage], name);
    const calls = await recordCalls(name, environment);

    const { denied, unused } = await evaluateCalls(statements, [...calls, ...lambdaCalls]);

    expect(denied).toEqual([]);
    expect(unused).toEqual([]);
  });

  it('each function has its own role', () => {
    const roles = names.map(name => readDeployedFunction(stages[stage], name).roleName);

    expect(new Set(roles).size).toBe(names.length);
    expect(
      stages[stage]
        .listByType('AWS::IAM::Role')
        .map(([name]) => name)
        .filter(name => name !== 'MalwareScanRole') // tests of GuardDuty's role are in malware-scan.test.ts
        .sort(),
    ).toEqual(roles.sort());
  });

  it.each(RESTRICTED)('only the listed functions have the permission %s', (_, pattern, functions) => {
    const holders = grants().filter(([, grant]) => pattern.test(grant));

    const deployed = functions.filter(name => names.includes(name));
    expect([...new Set(holders.map(([name]) => name))].sort()).toEqual(deployed.sort());
  });

  it('the functions that connect to external servers cannot access accounts, payments, files or mails', () => {
    const own = grants().filter(([name]) => WEBHOOK_DELIVERY.includes(name));
    const data = own.map(([, grant]) => grant).filter(grant => /^(dynamodb|s3|ses|lambda)/.test(grant));
    const allowed = /(WEBHOOK|DELIVERY)#|gsi1 DELIVERIES#|ListStreams|PutItem table\/Table JOB#|stream\//;

    expect(data.filter(grant => !allowed.test(grant))).toEqual([]);
  });

  it('the function that decodes files of strangers can only read these files and update jobs without their task', () => {
    const own = grants().filter(([name]) => name === FILE_CHECKS);
    const nameGrant = (attribute: string) => `dynamodb:UpdateItem table/Table JOB#* ${attribute}`;

    expect(own.map(([, grant]) => grant).filter(grant => !grant.startsWith('logs:'))).toEqual([
      ...['gsi1pk', 'gsi1sk', 'attempts', 'firstAttemptAt'].map(nameGrant),
      ...['keyAttempt', 'failure', 'diedAt', 'verdict'].map(nameGrant),
      's3:GetObject scans/identity-documents/*',
      's3:GetObjectTagging scans/identity-documents/*',
      's3:GetObject scans/testimonies/*',
      's3:GetObjectTagging scans/testimonies/*',
      's3:ListBucket scans',
    ]);
  });

  it('the function that requests a password reset cannot read accounts', () => {
    const own = grants().filter(([name]) => name === 'auth-send-password-reset');
    const reads = own
      .map(([, grant]) => grant)
      .filter(grant => /dynamodb:(?!PutItem|UpdateItem)/.test(grant));

    expect(reads).toEqual(['dynamodb:BatchGetItem table/Table PARTNER#*']);
  });

  it('no role uses a wildcard if AWS offers an alternative', () => {
    const wildcards = grants().filter(([, grant]) => grant.includes('*'));

    expect(wildcards.filter(([, grant]) => !WILDCARDS.some(known => known.test(grant)))).toEqual([]);
  });

  it('every statement on the table or its index is limited to partitions', () => {
    const onItems = statements().filter(({ Resource }) =>
      [Resource].flat().some(arn => /:table\/Table(\/index\/\w+)?$/.test(arn)),
    );

    for (const statement of onItems) {
      expect(statement.Condition).toEqual({
        'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': expect.any(Array) },
        // excludes requests without a key or an attribute, which ForAllValues would allow
        Null: {
          'dynamodb:LeadingKeys': 'false',
          ...(isOnAttributes(statement) && { 'dynamodb:Attributes': 'false' }),
        },
        ...(isOnAttributes(statement) && {
          'ForAllValues:StringEquals': {
            'dynamodb:Attributes': expect.arrayContaining(['pk', 'sk', expect.any(String)]),
          },
          ...([statement.Action].flat().includes('dynamodb:Query')
            ? { StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' } }
            : {
                StringEqualsIfExists: {
                  'dynamodb:ReturnValues': isOnJobs(statement) ? ['NONE', 'ALL_NEW'] : ['NONE'],
                },
              }),
        }),
      });
    }
    expect(onItems.length).toBeGreaterThan(names.length);
  });

  it('each action on the table is in only one statement of a role, so that this statement covers all keys of a batch', () => {
    for (const name of names) {
      const { statements } = readDeployedFunction(stages[stage], name);
      const actions = statements
        .filter(statement => isOnTable(statement) && !isOnAttributes(statement))
        .flatMap(({ Action }) => Action);
      expect(actions, name).toEqual([...new Set(actions)]);
    }
  });

  it('functions can send mail only from the sender e-mail addresses of the stage', () => {
    const { MAIL_FROM, DIGEST_FROM } = stages[stage].getEnvironment('JobsDashdeliverLambdaFunction');
    const sending = statements().filter(({ Action }) =>
      [Action].flat().some(name => name.startsWith('ses:Send')),
    );

    expect(sending.map(({ Action, Condition }) => [Action, Condition])).toEqual(
      DELIVERY.flatMap(() => [
        [['ses:SendEmail'], { StringEquals: { 'ses:FromAddress': MAIL_FROM } }],
        [['ses:SendRawEmail'], { StringEquals: { 'ses:FromAddress': DIGEST_FROM } }],
      ]),
    );
  });

  it('only the operator routes require IAM authorisation', () => {
    const routes = stages[stage]
      .listByType('AWS::ApiGatewayV2::Route')
      .map(([, { Properties }]) => Properties);
    const authorised = routes.filter(route => route.AuthorizationType === 'AWS_IAM');
    const operators = routes.filter(route => route.RouteKey.includes('/operator/'));

    const functions = listFunctionEntries({ settings: {} }).filter(([, { part }]) => part === 'operators');
    expect(operators).toHaveLength(functions.length);
    expect(authorised).toEqual(operators);
    expect(stages[stage].getResource('Operators').Properties.PolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'execute-api:Invoke',
        Resource: {
          'Fn::Sub': expect.stringMatching(/:\$\{OperatorsHttpApi\}\/\$default\/\*\/api\/v1\/operator\/\*$/),
        },
      },
    ]);
  });
});

/** Returns whether a statement is limited to attributes. Requests under it are never part of a batch or transaction. */
const isOnAttributes = ({ Condition }: Statement) =>
  JSON.stringify(Condition ?? {}).includes('dynamodb:Attributes');

/** Returns whether a statement is about jobs. Such an update may return the item, because a claim returns the job. */
const isOnJobs = ({ Condition }: Statement) => JSON.stringify(Condition).includes('JOB#*');

const isOnTable = ({ Resource }: Statement) => [Resource].flat().includes(ARNS.table);
