/** Every function is allowed what it needs and nothing more (infra/decisions/0011-roles.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { IN_SANDBOX, KEYS, NAMELESS, ROLES } from './roles.ts';
import { type Template, templates } from './template.ts';

let stages: Awaited<ReturnType<typeof templates>>;
beforeAll(async () => {
  stages = await templates();
}, 180_000);

interface Statement {
  readonly Action: string[];
  readonly Resource: unknown;
  readonly Condition?: { readonly 'ForAllValues:StringLike': { readonly 'dynamodb:LeadingKeys': string[] } };
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

  it('says of every call of the table whose items it may reach', () => {
    for (const [role] of rolesIn(stage)) {
      const keys = tableKeysOf(stages[stage], role);
      if (!keys) continue;
      expect(keys.length, role).toBeGreaterThan(0);
      expect(keys, role).toEqual(keys.filter(key => /^[A-Z]+#\*$/.test(key)));
    }
  });

  it.each(Object.entries(KEYS))('keeps %s to its partitions', (role, keys) => {
    expect(tableKeysOf(stages[stage], role)).toEqual(keys);
  });

  it('lets only IAM decide who is an operator, on every route of theirs and no other', () => {
    const routes = stages[stage].ofType('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);
    const guarded = routes.filter(route => route.AuthorizationType === 'AWS_IAM');
    const operators = routes.filter(route => route.RouteKey.includes('/operator/'));

    expect(operators).toHaveLength(9);
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

/** The partitions that a role is limited to; undefined for a role without the table. */
function tableKeysOf(template: Template, role: string): string[] | undefined {
  const isTable = ({ Resource }: Statement) => JSON.stringify(Resource) === '{"Fn::GetAtt":["Table","Arn"]}';
  const found = statementsOf(template, role).filter(isTable);
  expect(found.length, role).toBeLessThanOrEqual(1);
  const limits = found.map(({ Condition }) => Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys']);
  return found.length > 0 ? (limits[0] ?? []) : undefined;
}

/** The text of an ARN, or of the reference that becomes one. */
function textOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const [text] = Object.values(resource as Record<string, unknown>);
  return typeof text === 'string' ? text : JSON.stringify(text);
}
