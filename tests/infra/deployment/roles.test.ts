/** Every function is allowed what it needs and nothing more (infra/decisions/0011-roles.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Conditions } from './policy.ts';
import { IN_SANDBOX, LISTS, NAMELESS, PARTITIONS, ROLES } from './roles.ts';
import { type Template, templates } from './template.ts';

let stages: Awaited<ReturnType<typeof templates>>;
beforeAll(async () => {
  stages = await templates();
}, 180_000);

interface Statement {
  readonly Action: string[];
  readonly Resource: unknown;
  readonly Condition?: Conditions;
}

const statementsOf = (template: Template, role: string): Statement[] =>
  template
    .resource(role)
    .Properties.Policies.flatMap(
      (policy: { PolicyDocument: { Statement: Statement[] } }) => policy.PolicyDocument.Statement,
    );

describe.each(['sandbox', 'production'] as const)('%s', stage => {
  it('gives every function a role of its own with just its actions', () => {
    const roles = stages[stage].ofType('AWS::IAM::Role').map(([name]) => {
      const actions = statementsOf(stages[stage], name).flatMap(({ Action }) => Action);
      return [name, actions.sort()] as const;
    });
    const expected = rolesIn(stage).map(([name, allowed]) => [name, [...allowed].sort()] as const);
    expect(Object.fromEntries(roles)).toEqual(Object.fromEntries(expected));

    const functions = stages[stage].ofType('AWS::Lambda::Function');
    const used = functions.map(([, { Properties }]) => Properties.Role['Fn::GetAtt'][0]);
    expect(used.sort()).toEqual(expected.map(([name]) => name).sort());
  });

  it('names every action and every resource, but for what AWS cannot name', () => {
    const granted = rolesIn(stage).flatMap(([role]) => statementsOf(stages[stage], role));
    const actions = granted.flatMap(({ Action }) => Action);
    const resources = granted.flatMap(({ Resource }) => [Resource].flat()).map(textOf);

    expect(actions.filter(action => action.includes('*'))).toEqual([]);
    expect(resources.filter(text => text.includes('*') && !NAMELESS.some(known => known.test(text)))).toEqual(
      [],
    );
  });

  it('says of every call of the table and its index whose items it may reach', () => {
    for (const [role] of rolesIn(stage)) {
      for (const { Condition } of [TABLE, INDEX].flatMap(each => statementsOn(stages[stage], role, each))) {
        const keys = keysOf(Condition);
        expect(keys.length, role).toBeGreaterThan(0);
        expect(keys, role).toEqual(keys.filter(key => /^[A-Z]+#\*$/.test(key)));
        expect(Condition, role).toEqual({
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
          Null: { 'dynamodb:LeadingKeys': 'false' }, // ForAllValues holds where there is no key at all
        });
      }
    }
  });

  it('has one statement for each action on the table, since all keys of a batch are judged by one', () => {
    for (const [role] of rolesIn(stage)) {
      const actions = statementsOn(stages[stage], role, TABLE).flatMap(({ Action }) => Action);
      expect(actions, role).toEqual([...new Set(actions)]);
    }
  });

  it.each(Object.entries(PARTITIONS))('lets %s do in each partition what it needs', (role, partitions) => {
    const { 'ACTIVITY#*': activity, ...others } = partitionsOf(stages[stage], role);
    expect(others).toEqual(partitions);
    expect(activity ?? ['PutItem']).toEqual(['PutItem']);
    if (stage === 'production') expect(activity).toBeUndefined();
  });

  it('lets each function read its own lists of the index', () => {
    const lists = rolesIn(stage).flatMap(([role]) =>
      statementsOn(stages[stage], role, INDEX).map(({ Condition }) => [role, keysOf(Condition)]),
    );
    expect(Object.fromEntries(lists)).toEqual(LISTS);
  });

  it("sends mail in nobody's name but its own", () => {
    const mailing = rolesIn(stage).flatMap(([role]) =>
      statementsOf(stages[stage], role).filter(({ Action }) => Action.some(each => each.startsWith('ses:'))),
    );
    const sender = stages[stage].environment('JobsDashdeliverLambdaFunction').MAIL_FROM;

    expect(mailing.map(({ Condition }) => Condition)).toEqual([
      { StringEquals: { 'ses:FromAddress': sender } },
      { StringEquals: { 'ses:FromAddress': sender } },
    ]);
  });

  it('lets only IAM decide who is an operator, on every route of theirs and no other', () => {
    const routes = stages[stage].ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);
    const guarded = routes.filter(route => route.AuthorizationType === 'AWS_IAM');
    const operators = routes.filter(route => route.RouteKey.includes('/operator/'));

    expect(operators).toHaveLength(14);
    expect(guarded).toEqual(operators);
    expect(stages[stage].resource('Operators').Properties.PolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'execute-api:Invoke',
        Resource: {
          'Fn::Sub': expect.stringMatching(/:\$\{HttpApi\}\/\$default\/\*\/api\/v1\/operator\/\*$/),
        },
      },
    ]);
  });
});

/** The stage's roles, each with its actions. */
function rolesIn(stage: 'sandbox' | 'production'): [string, readonly string[]][] {
  if (stage === 'production') return Object.entries(ROLES);
  const names = new Set([...Object.keys(ROLES), ...Object.keys(IN_SANDBOX)]);
  return [...names].map(name => [name, [...(ROLES[name] ?? []), ...(IN_SANDBOX[name] ?? [])]]);
}

const TABLE = '{"Fn::GetAtt":["Table","Arn"]}';
const INDEX = `{"Fn::Sub":"\${Table.Arn}/index/gsi1"}`;

const statementsOn = (template: Template, role: string, resource: string): Statement[] =>
  statementsOf(template, role).filter(({ Resource }) => JSON.stringify(Resource) === resource);

const keysOf = (condition: Conditions = {}): string[] =>
  [condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat();

/** Each partition of the table with the actions of the role there. */
function partitionsOf(template: Template, role: string): Record<string, string[]> {
  const partitions: Record<string, string[]> = {};
  for (const { Action, Condition } of statementsOn(template, role, TABLE)) {
    for (const key of keysOf(Condition)) {
      const actions = Action.map(each => each.replace('dynamodb:', ''));
      partitions[key] = [...(partitions[key] ?? []), ...actions].sort();
    }
  }
  return partitions;
}

/** The text of an ARN, or of the reference that becomes one. */
function textOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const [text] = Object.values(resource as Record<string, unknown>);
  return typeof text === 'string' ? text : JSON.stringify(text);
}
