/** Tests of the evaluation of policies: the calls that it denies, and the grants that it reports as unused. */
import { expect, it } from 'vitest';
import { ARNS } from './aws-account.ts';
import { type AwsCall, evaluateCalls, type Statement } from './iam.ts';

const createStatement = (keys: string[], change: Partial<Statement> = {}): Statement => ({
  Effect: 'Allow',
  Action: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
  Resource: ARNS.table,
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
  ...change,
});

const createReadCall = (...keys: string[]): AwsCall => ({
  action: 'dynamodb:BatchGetItem',
  resource: ARNS.table,
  context: keys.length > 0 ? { 'dynamodb:LeadingKeys': keys } : {},
});

it.each<[string, Statement[], AwsCall]>([
  [
    'a batch in which one key belongs to another partition',
    [createStatement(['USER#*'])],
    createReadCall('USER#1', 'EMAIL#a'),
  ],
  [
    'a batch whose keys no single statement allows together',
    [createStatement(['USER#*']), createStatement(['JOB#*'])],
    createReadCall('USER#1', 'JOB#2'),
  ],
  ['a call without a key', [createStatement(['USER#*'])], createReadCall()],
  [
    'a call whose statement has a condition with an unknown operator',
    [createStatement([], { Condition: { StringAlike: { 'dynamodb:LeadingKeys': 'USER#*' } } })],
    createReadCall('USER#1'),
  ],
])('evaluateCalls denies %s', async (_, statements, call) => {
  expect((await evaluateCalls(statements, [call])).denied).toEqual([call]);
});

it('evaluateCalls reports each granted action, resource and partition that no call uses', async () => {
  const query = { ...createReadCall('USER#1'), action: 'dynamodb:Query' };
  const calls = [createReadCall('USER#1', 'JOB#2'), query, { ...query, resource: ARNS.index }];

  const { unused } = await evaluateCalls(
    [createStatement(['USER#*', 'JOB#*'], { Resource: [ARNS.table, ARNS.index] })],
    calls,
  );

  expect(unused).toEqual([
    'dynamodb:BatchGetItem table/Table/index/gsi1 USER#*',
    'dynamodb:BatchGetItem table/Table/index/gsi1 JOB#*',
    'dynamodb:Query table/Table JOB#*',
    'dynamodb:Query table/Table/index/gsi1 JOB#*',
  ]);
});
