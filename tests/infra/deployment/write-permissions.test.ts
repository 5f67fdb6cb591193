/**
 * Tests of attacks by code that runs with the role of a function: which functions can change accounts, tokens and audit
 * entries (infra/decisions/0030-write-permissions.md). The roles are those of the packaged templates.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { listFunctionEntries } from '../../../infra/functions/index.ts';
import { ARNS } from './aws-account.ts';
import { readDeployedFunction } from './deployed-function.ts';
import { type AwsCall, evaluateCalls, listGrants } from './iam.ts';
import { packageTemplates } from './template.ts';

let stages: Awaited<ReturnType<typeof packageTemplates>>;
beforeAll(async () => {
  stages = await packageTemplates();
}, 180_000);

/**
 * The functions that can write `USER#` items, and why. Each of them could approve an expert if an attacker ran code in
 * it. Add a function only if changing accounts is its purpose.
 */
const ACCOUNT_WRITERS: Readonly<Record<string, string>> = {
  'auth-register-client': 'creates the account',
  'auth-register-expert': 'creates the account',
  'auth-reset-password': 'raises the credential epoch',
  'jobs-deliver': 'moves and deletes scans, reports the end of payments to experts',
  'jobs-sweep': 'runs the same jobs as jobs-deliver',
  'me-close': 'deletes the account',
  'me-confirm-second-factor': 'records that the second factor is on',
  'me-open-payment-account': 'records the payment account',
  'me-remove-second-factor': 'records that the second factor is off',
  'me-resubmit-identity-documents': 'replaces the scans',
  'me-update': 'changes the account',
  'operator-close-account': 'deletes the account',
  'operator-end-sessions': 'raises the credential epoch',
  'operator-lock-user': 'locks the account',
  'operator-release-phone': 'removes the phone number',
  'operator-remove-second-factor': 'records that the second factor is off',
  'operator-restore-email': 'restores a former address',
  'operator-review-identity': 'records the review',
  'operator-set-approval': 'approves and revokes',
  'operator-unlock-user': 'unlocks the account',
  'webhooks-stripe': 'records the state of the payment account',
};

/** The functions that can write accounts only in the sandbox. */
const SANDBOX_ACCOUNT_WRITERS: Readonly<Record<string, string>> = {
  'approvals-approve-expert': 'approves automatically',
  'sandbox-expire-links': 'ends the links of the account',
  'sandbox-lock-account': 'locks the account',
  'sandbox-review-identity': 'records a simulated review',
  'sandbox-set-approval': 'approves and revokes',
  'sandbox-set-payment-account': 'simulates a payment account',
  'sandbox-toggle-approval': 'approves and revokes',
  'sandbox-unlock-account': 'unlocks the account',
};

const PRIMARY_KEY = ['pk', 'sk'];

const createWrite = (operation: string, partition: string, attributes: readonly string[]): AwsCall => ({
  action: `dynamodb:${operation}`,
  resource: ARNS.table,
  context: {
    'dynamodb:LeadingKeys': [partition],
    'dynamodb:Attributes': [...PRIMARY_KEY, ...attributes],
    'dynamodb:ReturnValues': 'NONE',
  },
});

describe.each([
  ['sandbox', 'true', { ...ACCOUNT_WRITERS, ...SANDBOX_ACCOUNT_WRITERS }],
  ['production', 'false', ACCOUNT_WRITERS],
] as const)('permissions to write in the %s stage', (stage, SANDBOX, accountWriters) => {
  const names = listFunctionEntries({ settings: { SANDBOX } }).map(([name]) => name);
  const readStatements = (name: string) => readDeployedFunction(stages[stage], name).statements;
  const findHolders = (grant: RegExp) =>
    names.filter(name => listGrants(readStatements(name)).some(each => grant.test(each))).sort();

  async function findAllowed(call: AwsCall): Promise<string[]> {
    const allowed: string[] = [];
    for (const name of names) {
      const { denied } = await evaluateCalls(readStatements(name), [call]);
      if (denied.length === 0) allowed.push(name);
    }
    return allowed.sort();
  }

  it('only the functions that change accounts can write account items', () => {
    expect(findHolders(/(Put|Update|Delete)Item table\/Table USER#\*$/)).toEqual(
      Object.keys(accountWriters).sort(),
    );
  });

  it('the functions that anybody can call with a link may update only one flag of an account', () => {
    const findGrants = (name: string) =>
      listGrants(readStatements(name)).filter(grant =>
        /(Put|Update|Delete)Item table\/Table USER#/.test(grant),
      );

    expect(findGrants('auth-verify-email')).toEqual([
      'dynamodb:UpdateItem table/Table USER#* emailVerified',
      'dynamodb:UpdateItem table/Table USER#* version',
    ]);
    expect(findGrants('digests-unsubscribe')).toEqual([
      'dynamodb:UpdateItem table/Table USER#* notifyNewTestimonies',
      'dynamodb:UpdateItem table/Table USER#* version',
    ]);
    expect(findHolders(/Item table\/Table USER#\* \w/)).toEqual(['auth-verify-email', 'digests-unsubscribe']);
  });

  it('the function that reads /me cannot approve an expert', async () => {
    const attacks = [
      createWrite('PutItem', 'USER#1', ['approval', 'identityReview']),
      createWrite('UpdateItem', 'USER#1', ['approval']),
      createWrite('DeleteItem', 'USER#1', []),
      // a put with the partition key of a token is also denied
      createWrite('PutItem', 'TOKEN#1', ['secretHash']),
    ];

    const { denied } = await evaluateCalls(readStatements('me-show'), attacks);

    expect(denied).toEqual(attacks);
  });

  it('no function can approve an expert by updating single attributes', async () => {
    expect(await findAllowed(createWrite('UpdateItem', 'USER#1', ['approval']))).toEqual([]);
    expect(await findAllowed(createWrite('UpdateItem', 'USER#1', ['lastUsedAt']))).toEqual([]);
  });

  it('the function that decodes files of strangers can neither put a job nor set its task', async () => {
    const statements = readStatements('jobs-check-files');
    const verdict = createWrite('UpdateItem', 'JOB#1', ['verdict', 'gsi1pk', 'gsi1sk', 'attempts']);
    const { 'dynamodb:Attributes': _, ...withoutAttributes } = verdict.context;
    const attacks = [
      createWrite('PutItem', 'JOB#1', ['task']),
      createWrite('PutItem', 'JOB#1', ['verdict']),
      createWrite('UpdateItem', 'JOB#1', ['verdict', 'task']),
      createWrite('UpdateItem', 'JOB#1', ['task']),
      createWrite('DeleteItem', 'JOB#1', []),
      { ...verdict, context: withoutAttributes },
    ];

    expect(await evaluateCalls(statements, [verdict])).toMatchObject({ denied: [] });
    expect((await evaluateCalls(statements, attacks)).denied).toEqual(attacks);
  });

  it('the functions that record the use of a token cannot replace its secret or its epoch', async () => {
    const use = createWrite('UpdateItem', 'TOKEN#1', ['lastUsedAt']);
    expect((await evaluateCalls(readStatements('me-show'), [use])).denied).toEqual([]);

    expect(await findAllowed(createWrite('UpdateItem', 'TOKEN#1', ['lastUsedAt', 'secretHash']))).toEqual([]);
    expect(await findAllowed(createWrite('UpdateItem', 'TOKEN#1', ['credentialEpoch']))).toEqual([]);
    const { 'dynamodb:Attributes': _, ...withoutAttributes } = use.context;
    expect(await findAllowed({ ...use, context: withoutAttributes })).toEqual([]);
  });

  it('only registration, login and a change of credentials can issue tokens', () => {
    expect(findHolders(/PutItem table\/Table TOKEN#/)).toEqual([
      'auth-login',
      'auth-register-client',
      'auth-register-expert',
      'me-update',
    ]);
  });

  it('no function can change or delete an audit entry', async () => {
    for (const operation of [
      'UpdateItem',
      'DeleteItem',
      'BatchWriteItem',
      'PartiQLUpdate',
      'PartiQLDelete',
    ]) {
      expect(findHolders(new RegExp(`dynamodb:${operation} table/Table AUDIT#`)), operation).toEqual([]);
    }
    expect(await findAllowed(createWrite('UpdateItem', 'AUDIT#1', ['what']))).toEqual([]);
    expect(await findAllowed(createWrite('DeleteItem', 'AUDIT#1', []))).toEqual([]);
  });

  it('no function that can put audit entries can read the ids of existing entries', () => {
    const readers = findHolders(/(Get\w*|Query|Scan) table\/Table AUDIT#/);

    expect(readers).toEqual(['me-export', 'operator-show-expert', 'operator-show-history']);
    expect(findHolders(/PutItem table\/Table AUDIT#/).filter(name => readers.includes(name))).toEqual([]);
  });

  it('no role allows an action with a wildcard, a scan or PartiQL', () => {
    expect(findHolders(/^dynamodb:(\*|Scan|PartiQL|Batch(Write|Execute))/)).toEqual([]);
  });
});

it('in production, no function that can put audit entries can read the stored reasons of audit entries', () => {
  const names = listFunctionEntries({ settings: { SANDBOX: 'false' } }).map(([name]) => name);
  const holders = names.filter(name => {
    const grants = listGrants(readDeployedFunction(stages.production, name).statements).join('\n');
    return /PutItem table\/Table AUDIT#/.test(grants) && /(Get\w*|Query) table\/Table REASON#/.test(grants);
  });

  expect(holders).toEqual([]);
});
