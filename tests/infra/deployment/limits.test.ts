/** Tests that the templates stay within the limits of AWS. Limits that support can raise are not tested. */
import { beforeAll, describe, expect, it } from 'vitest';
import { STAGE_PARTS, type StagePart } from '../../../infra/parts/plan.ts';
import { packageWithEveryOption } from './stage-options.ts';
import { packageTemplates, type Resource, type Template } from './template.ts';

let all: Record<'sandbox' | 'production' | 'every option', Template>;
beforeAll(async () => {
  all = { ...(await packageTemplates()), 'every option': await packageWithEveryOption() };
}, 600_000);

/** Limits of CloudFormation for one template. */
const TEMPLATE_LIMITS = { bytes: 1_000_000, resources: 500, outputs: 200, nameLength: 255 };

/**
 * Number of resources to keep free in each stack. A new function needs five. When a part is full, divide it
 * (infra/decisions/0036-room-in-the-stack.md). Never lower this number.
 */
const FREE_RESOURCES = 120;

/** Limits of IAM in characters, without whitespace: all inline policies of a role together, and a managed policy. */
const POLICY_LIMITS = { inline: 10_240, managed: 6144 };

/** Limits for names that the template sets, in characters, by resource type, with the path of the name. */
const NAME_LIMITS: Readonly<Record<string, readonly [path: string, limit: number]>> = {
  'AWS::Lambda::Function': ['FunctionName', 64],
  'AWS::Logs::LogGroup': ['LogGroupName', 512],
  'AWS::ApiGatewayV2::Api': ['Name', 128],
};

describe.each(['sandbox', 'production', 'every option'] as const)(
  'AWS limits of the templates of the %s stage',
  stage => {
    it('a template has fewer bytes than CloudFormation accepts', () => {
      for (const bytes of Object.values(all[stage].bytes)) expect(bytes).toBeLessThan(TEMPLATE_LIMITS.bytes);
    });

    it.each(STAGE_PARTS)('the stack of the part %s has room for 120 more resources', part => {
      const count = Object.keys(all[stage].parts[part].Resources).length;

      expect(count).toBeLessThanOrEqual(TEMPLATE_LIMITS.resources - FREE_RESOURCES);
    });

    it("a template has outputs and logical names within CloudFormation's limits", () => {
      const { resources, outputs } = all[stage];
      const names = [...Object.keys(resources), ...Object.keys(outputs)];

      expect(Object.keys(outputs).length).toBeLessThanOrEqual(TEMPLATE_LIMITS.outputs);
      expect(names.filter(name => !/^[A-Za-z0-9]+$/.test(name))).toEqual([]);
      expect(names.filter(name => name.length > TEMPLATE_LIMITS.nameLength)).toEqual([]);
    });

    it('a function has at most 4,096 bytes of environment variables', () => {
      for (const [name, { Properties }] of all[stage].listByType('AWS::Lambda::Function')) {
        const variables = JSON.stringify(Properties.Environment?.Variables ?? {}, resolveReference);
        expect(Buffer.byteLength(variables), name).toBeLessThanOrEqual(4096);
      }
    });

    it('the policies of a role have at most as many characters as IAM accepts', () => {
      for (const [name, { Properties }] of all[stage].listByType('AWS::IAM::Role')) {
        expect(measurePolicies(Properties.Policies), name).toBeLessThanOrEqual(POLICY_LIMITS.inline);
      }
      for (const [name, { Properties }] of all[stage].listByType('AWS::IAM::ManagedPolicy')) {
        expect(measurePolicies([Properties]), name).toBeLessThanOrEqual(POLICY_LIMITS.managed);
      }
    });

    it('the names of resources are within the limits of their services', () => {
      const names = STAGE_PARTS.flatMap(part =>
        Object.values(all[stage].parts[part].Resources).flatMap(resource => {
          const [path = '', limit = Infinity] = NAME_LIMITS[resource.Type] ?? [];
          const given = readName(resource, path);
          return given === undefined ? [] : [{ name: resolveName(given, part), limit }];
        }),
      );

      expect(names.length).toBeGreaterThan(50);
      expect(names.filter(({ name, limit }) => name.length > limit)).toEqual([]);
    });
  },
);

/** Returns the value at a path of a resource's properties, or undefined when the resource does not have it. */
function readName({ Properties }: Resource, path: string): unknown {
  return path ? path.split('.').reduce((value, key) => value?.[key], Properties) : undefined;
}

/**
 * Returns a name in which each reference has its longest possible value. The longest name of a region has 14
 * characters.
 */
function resolveName(name: unknown, part: StagePart): string {
  const text = typeof name === 'string' ? name : String((name as { 'Fn::Sub': string })['Fn::Sub']);
  return text
    .replace(`\${AWS::StackName}`, `testimony-production-${part}`)
    .replace(`\${AWS::Region}`, 'ap-southeast-1');
}

/** Counts the characters of policies, with 120 characters for each reference. */
function measurePolicies(policies: readonly { PolicyDocument: unknown }[]): number {
  const texts = policies.map(({ PolicyDocument }) => JSON.stringify(PolicyDocument, resolveReference));
  return texts.join('').replaceAll(/\s/g, '').length;
}

/**
 * Replaces a reference with 120 characters. The longest value, the ARN of a function, has at most 116 characters and
 * its quotes.
 */
const resolveReference = (_: string, value: Resource) =>
  typeof value === 'object' && /^(Ref|Fn::\w+)$/.test(Object.keys(value ?? {}).join())
    ? 'x'.repeat(118)
    : value;
