/** Every function is allowed what it needs and nothing more (infra/decisions/0011-roles.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { IN_SANDBOX, NAMELESS, ROLES } from './roles.ts';
import { type Template, templates } from './template.ts';

let stages: Awaited<ReturnType<typeof templates>>;
beforeAll(async () => {
  stages = await templates();
}, 60_000);

interface Statement {
  readonly Action: string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
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
    const more = stage === 'sandbox' ? IN_SANDBOX : {};
    const expected = Object.entries(ROLES).map(
      ([name, actions]) => [name, [...actions, ...(more[name] ?? [])].sort()] as const,
    );
    expect(Object.fromEntries(roles)).toEqual(Object.fromEntries(expected));

    const functions = stages[stage].ofType('AWS::Lambda::Function');
    const used = functions.map(([, { Properties }]) => Properties.Role['Fn::GetAtt'][0]);
    expect(used.sort()).toEqual(Object.keys(ROLES).sort());
  });

  it('names every action and every resource, but for what AWS cannot name', () => {
    const granted = Object.keys(ROLES).flatMap(role => statementsOf(stages[stage], role));
    const actions = granted.flatMap(({ Action }) => Action);
    const resources = granted.flatMap(({ Resource }) => [Resource].flat()).map(textOf);

    expect(actions.filter(action => action.includes('*'))).toEqual([]);
    expect(resources.filter(text => text.includes('*') && !NAMELESS.some(known => known.test(text)))).toEqual(
      [],
    );
  });

  it.each(['MeShowRole', 'AuthLogoutRole'])('keeps %s to the partitions of users', role => {
    const table = statementsOf(stages[stage], role).find(({ Action }) =>
      Action.includes('dynamodb:BatchGetItem'),
    );

    expect(table?.Condition).toEqual({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['USER#*'] } });
  });
});

/** The text of an ARN, or of the reference that becomes one. */
function textOf(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const [text] = Object.values(resource as Record<string, unknown>);
  return typeof text === 'string' ? text : JSON.stringify(text);
}
