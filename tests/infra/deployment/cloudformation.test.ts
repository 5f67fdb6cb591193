/** Tests that CloudFormation and Lambda would accept the templates, and that deployments can be repeated. */
import { beforeAll, describe, expect, it } from 'vitest';
import { getResourceSchema } from './resource-schemas.ts';
import { packageWithEveryOption } from './stage-options.ts';
import { packageTemplates, type Template } from './template.ts';
import { validateResource } from './validate-resource.ts';

let all: Record<'sandbox' | 'production' | 'every option', Template>;
beforeAll(async () => {
  all = { ...(await packageTemplates()), 'every option': await packageWithEveryOption() };
}, 600_000);

describe.each(['sandbox', 'production', 'every option'] as const)(
  'CloudFormation templates of the %s stage',
  stage => {
    it("every resource of a template matches CloudFormation's schema of its type", () => {
      const faults = Object.entries(all[stage].resources).flatMap(([name, resource]) =>
        validateResource(resource).map(fault => `${name} ${fault}`),
      );

      expect(faults).toEqual([]);
    });

    it('a template refers only to resources and attributes that exist', () => {
      const { resources, outputs } = all[stage];
      const references = [
        ...findReferences(resources),
        ...findReferences(outputs),
        ...listDependencies(resources),
      ];
      const missing = references.filter(reference => !resourceExists(reference, resources));

      expect(references.length).toBeGreaterThan(300);
      expect(missing).toEqual([]);
    });

    it('a template sets an optional resource name only when the name derives from the stack name', () => {
      const explicitNames = Object.entries(all[stage].resources).flatMap(
        ([name, { Type, Properties = {} }]) => {
          const [, , kind = ''] = Type.split('::');
          const { members = {}, required = [] } = getResourceSchema(Type)?.properties ?? {};
          const chosen = ['Name', `${kind}Name`].filter(each => members[each] && !required.includes(each));
          return chosen.filter(each => each in Properties).map(each => `${name}: ${Properties[each]}`);
        },
      );

      // Serverless derives these names from the stack's name. CloudFormation deletes these resources with the stack, so
      // a new stack can use the names again.
      const given =
        /^(\w+LambdaFunction|FunctionLogs|(Operators)?HttpApi(LogGroup)?): (\/aws\/(lambda|http-api)\/)?testimony-(sandbox|production)|^\w+Value: \/testimony\/(sandbox|production)\/state\//;
      expect(explicitNames.filter(each => !given.test(each))).toEqual([]);
    });

    it('no IAM statement of a template allows an action with a wildcard', () => {
      const allowed = findStatements(all[stage].resources).filter(({ Effect }) => Effect === 'Allow');
      const actions = allowed.flatMap(({ Action }) => Action);

      expect(actions.length).toBeGreaterThan(100);
      expect(actions.filter(action => action.includes('*'))).toEqual([]);
    });
  },
);

it.each([
  ['an unknown property', { Sizes: 1 }, 'AWS::Lambda::EventInvokeConfig.Sizes: unknown'],
  ['a missing property', { Qualifier: undefined }, 'AWS::Lambda::EventInvokeConfig.Qualifier: missing'],
  [
    'a value of the wrong type',
    { MaximumRetryAttempts: '0' },
    'AWS::Lambda::EventInvokeConfig.MaximumRetryAttempts: no number',
  ],
  [
    'a number beyond its limit',
    { MaximumEventAgeInSeconds: 30 },
    'AWS::Lambda::EventInvokeConfig.MaximumEventAgeInSeconds: 30 is not from 60 to 21600',
  ],
  [
    'a text that does not match its pattern',
    { FunctionName: 'a b' },
    expect.stringMatching(/^AWS::Lambda::EventInvokeConfig\.FunctionName: a b does not fit /),
  ],
  [
    'a missing property of a nested object',
    { DestinationConfig: { OnFailure: {} } },
    'AWS::Lambda::EventInvokeConfig.DestinationConfig.OnFailure.Destination: missing',
  ],
])('validateResource reports %s', (_, change, fault) => {
  const sweep = all.sandbox.getResource('JobsDashsweepLambdaEvConf');
  const Properties = JSON.parse(JSON.stringify({ ...sweep.Properties, ...change }));

  expect(validateResource({ ...sweep, Properties })).toEqual([fault]);
});

type Reference = readonly [name: string, attribute?: string | undefined];

function resourceExists([name, attribute]: Reference, resources: Template['resources']): boolean {
  if (name.startsWith('AWS::')) return true;
  const { Type = '' } = resources[name] ?? {};
  const { attributes = [], properties } = getResourceSchema(Type) ?? {};
  return (
    Boolean(Type) &&
    (!attribute || attributes.includes(attribute) || attribute in (properties?.members ?? {}))
  );
}

function findReferences(value: unknown): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Sub': text } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return [[Ref]];
  if (Array.isArray(attribute)) return [[attribute[0], attribute[1]]];
  if (typeof text === 'string') {
    return [...text.matchAll(/\$\{([^.}]+)\.?([^}]*)\}/g)].map(([, name = '', rest]) => [name, rest]);
  }
  return Object.values(value).flatMap(findReferences);
}

const listDependencies = (resources: Template['resources']): Reference[] =>
  Object.values(resources).flatMap(({ DependsOn = [] }) => [DependsOn].flat().map(name => [name] as const));

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
}

function findStatements(value: unknown): Statement[] {
  if (typeof value !== 'object' || value === null) return [];
  const { Statement } = value as { Statement?: Statement[] };
  return [...(Array.isArray(Statement) ? Statement : []), ...Object.values(value).flatMap(findStatements)];
}
