/** The evaluator that judges the roles: what it must refuse, and what it must find superfluous. */
import { expect, it } from 'vitest';
import { ARNS, inStack } from './account.ts';
import { type Conditions, isAllowed, type Request, type Statement, unused } from './policy.ts';

const within = (...keys: string[]): Conditions => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

const reading = (change: Partial<Statement> = {}): Statement => ({
  Effect: 'Allow',
  Action: ['dynamodb:BatchGetItem', 'dynamodb:Query'],
  Resource: ARNS.table,
  Condition: within('USER#*', 'JOB#*'),
  ...change,
});

const readingOf = (...keys: string[]): Request => ({
  action: 'dynamodb:BatchGetItem',
  resource: ARNS.table,
  context: { 'dynamodb:LeadingKeys': keys },
});

const sending = (context: Request['context']): Request => ({
  action: 'ses:SendEmail',
  resource: ARNS.identity('somebody@example.com'),
  context,
});

it.each<[string, Statement[], Request, boolean]>([
  ['a key within its partitions', [reading()], readingOf('USER#1'), true],
  ['several keys within them', [reading()], readingOf('USER#1', 'JOB#2'), true],
  ['a key outside', [reading()], readingOf('EMAIL#a@example.com'), false],
  ['one of several keys outside', [reading()], readingOf('USER#1', 'EMAIL#a@example.com'), false],
  [
    'keys that no one statement has together',
    [reading({ Condition: within('USER#*') }), reading({ Condition: within('JOB#*') })],
    readingOf('USER#1', 'JOB#2'),
    false,
  ],
  ['another action', [reading({ Action: ['dynamodb:PutItem'] })], readingOf('USER#1'), false],
  ['another resource', [reading()], { ...readingOf('USER#1'), resource: ARNS.index }, false],
  ['no key at all', [reading()], { ...readingOf(), context: {} }, false],
  [
    'no key at all, as ForAllValues alone would have it',
    [reading({ Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] } } })],
    { ...readingOf(), context: {} },
    true,
  ],
  ['what is also denied', [reading(), reading({ Effect: 'Deny' })], readingOf('USER#1'), false],
  ['nothing', [], readingOf('USER#1'), false],
])('judges %s', (_, statements, request, allowed) => {
  expect(isAllowed(statements, request)).toBe(allowed);
});

it.each<[string, Request['context'], boolean]>([
  ['the sender that is meant', { 'ses:FromAddress': ['noreply@example.com'] }, true],
  ['another sender', { 'ses:FromAddress': ['noreply@example.community'] }, false],
  ['no sender', {}, false],
])('judges a mail of %s', (_, context, allowed) => {
  const statement: Statement = {
    Effect: 'Allow',
    Action: 'ses:SendEmail',
    Resource: ARNS.identity('*'),
    Condition: { StringEquals: { 'ses:FromAddress': 'noreply@example.com' } },
  };

  expect(isAllowed([statement], sending(context))).toBe(allowed);
});

it('takes a dot for a dot', () => {
  const statement = reading({ Resource: 'arn:aws:s3:::scans/a.b*', Condition: {} });

  expect(isAllowed([statement], { ...readingOf(), resource: 'arn:aws:s3:::scans/a.bc' })).toBe(true);
  expect(isAllowed([statement], { ...readingOf(), resource: 'arn:aws:s3:::scans/aXbc' })).toBe(false);
});

it('does not guess at an operator it does not know', () => {
  const statement = reading({ Condition: { NumericEquals: { 'dynamodb:LeadingKeys': '1' } } });

  expect(() => isAllowed([statement], readingOf('USER#1'))).toThrow('NumericEquals');
});

it('reads the references of a template', () => {
  const table = { 'Fn::GetAtt': ['Table', 'Arn'] };
  const group = { 'Fn::Sub': `log-group:/aws/lambda/\${AWS::StackName}-me-show:*` };

  expect(inStack('testimony-here')([table, { Resource: group }])).toEqual([
    ARNS.table,
    { Resource: 'log-group:/aws/lambda/testimony-here-me-show:*' },
  ]);
});

it.each([
  ['a resource', { 'Fn::GetAtt': ['Other', 'Arn'] }],
  ['a parameter', { Ref: 'Other' }],
  ['a part of a text', { 'Fn::Sub': `\${Other}/index` }],
  ['a function', { 'Fn::ImportValue': 'other' }],
])('does not guess at %s it does not know', (_, value) => {
  expect(() => inStack('testimony-here')({ Resource: value })).toThrow();
});

it('finds the action, the partition and the resource that nothing needs', () => {
  const statement = reading({ Resource: [ARNS.table, ARNS.index] });
  const query = { ...readingOf('USER#1'), action: 'dynamodb:Query' };
  const needed = [readingOf('USER#1', 'JOB#2'), query, { ...query, resource: ARNS.index }];

  const left = unused([statement], needed).map(({ Action, Resource, Condition }) => [
    Action,
    Resource,
    Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'],
  ]);

  expect(left).toEqual([
    ['dynamodb:BatchGetItem', ARNS.index, 'USER#*'],
    ['dynamodb:BatchGetItem', ARNS.index, 'JOB#*'],
    ['dynamodb:Query', ARNS.table, 'JOB#*'],
    ['dynamodb:Query', ARNS.index, 'JOB#*'],
  ]);
});
