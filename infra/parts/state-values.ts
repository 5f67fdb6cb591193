/**
 * Values of a stage that its stacks share, as SSM parameters: those that the stack of the part `state` provides to the
 * other parts, and those that people set with `npm run stage` (set-values.ts). CloudFormation reads them at each
 * deployment, so a changed value reaches all parts, a roll-back of the code changes none, and packaging needs no
 * credentials. Exports are not used, because an export that another stack imports cannot change.
 *
 * In the other parts, a provided value has the logical name that it has in the state, so `Ref: Alarms` is the same
 * topic everywhere. The part `api` provides one more value to the part `jobs` (infra/http-api/endpoint-value.yml).
 */
import type { Serverless } from './serverless-types.ts';

/** Stands for a missing value, because an SSM parameter cannot be empty. */
export const NO_VALUE = 'none';

interface StageValue {
  readonly pattern: RegExp;
  readonly description: string;
}

/** Values of a stage that people set (set-values.ts). */
export const STAGE_VALUES: Readonly<Record<string, StageValue>> = {
  RestoredTable: {
    // The permissions boundary of the roles allows only tables with this prefix (infra/account/account.yml).
    pattern: /^testimony-[\w.-]{1,245}$/,
    description: 'Table that replaces the one of the stack after a restore (infra/docs/restore.md).',
  },
  RestoredTableStream: {
    pattern: /^arn:[^:]+:dynamodb:.+:table\/.+\/stream\/.+$/,
    description: 'ARN of the stream of the restored table.',
  },
  FormerTable: {
    pattern: /^released$/,
    description:
      'With "released", the table that a restored one has replaced leaves the stack, and stays in the account.',
  },
  TokensValidFrom: {
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    description: 'Time (UTC) before which all tokens are invalid. It must have passed.',
  },
  EdgeKeySha256: {
    pattern: /^[0-9a-f]{64}(,[0-9a-f]{64})*$/,
    description:
      'Hashes of the keys that CloudFront sends. With a hash, the functions reject requests around CloudFront.',
  },
  ApiUrl: {
    pattern: /^https:\/\/[a-z0-9.-]+$/,
    description: 'URL of the API behind CloudFront. Without it, that of the custom domain or of API Gateway.',
  },
  DomainName: { pattern: /^[a-z0-9.-]+$/, description: 'Custom domain of the API.' },
  DomainCertificate: {
    pattern: /^arn:[^:]+:acm:.+$/,
    description: 'ARN of the certificate of the custom domain.',
  },
};

export const createConditionalValue = (condition: string, value: unknown, otherwise: unknown): object => ({
  'Fn::If': [condition, value, otherwise],
});

/** References to the values that the part `state` provides to the other parts, by name. */
const PROVIDED_VALUES = {
  Table: createConditionalValue('HasRestoredTable', { Ref: 'RestoredTable' }, { Ref: 'Table' }),
  TableStream: createConditionalValue(
    'HasRestoredTable',
    { Ref: 'RestoredTableStream' },
    { 'Fn::GetAtt': ['Table', 'StreamArn'] },
  ),
  Scans: { Ref: 'Scans' },
  MailEvents: { Ref: 'MailEvents' },
  DigestEvents: { Ref: 'DigestEvents' },
  Alarms: { Ref: 'Alarms' },
  Tickets: { Ref: 'Tickets' },
  Domain: createConditionalValue('HasDomainName', { Ref: 'Domain' }, NO_VALUE),
};

/** Values that people set and that other parts than `state` read. */
const SHARED_STAGE_VALUES = ['TokensValidFrom', 'EdgeKeySha256', 'ApiUrl'];

export const getValuePath = (stage: string, name: string) => `/testimony/${stage}/state/${name}`;

/** Creates CloudFormation parameters that read values, and the conditions `Has…` that tell whether a value exists. */
function readValues(stage: string, names: readonly string[]) {
  const parameters = names.map(name => [
    name,
    { Type: 'AWS::SSM::Parameter::Value<String>', Default: getValuePath(stage, name) },
  ]);
  const conditions = names.map(name => [
    `Has${name}`,
    { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: name }, NO_VALUE] }] },
  ]);
  return { Parameters: Object.fromEntries(parameters), Conditions: Object.fromEntries(conditions) };
}

/** Creates the SSM parameters, and reads the values that people set, for the part `state`. */
export async function providedValues({ resolveConfigurationProperty }: Serverless) {
  const stage = await resolveConfigurationProperty(['provider', 'stage']);
  const parameters = Object.entries(PROVIDED_VALUES).map(([name, Value]) => [
    `${name}Value`,
    { Type: 'AWS::SSM::Parameter', Properties: { Name: getValuePath(stage, name), Type: 'String', Value } },
  ]);
  const { Parameters, Conditions } = readValues(stage, Object.keys(STAGE_VALUES));
  const isReplaced = { 'Fn::And': [{ Condition: 'HasRestoredTable' }, { Condition: 'HasFormerTable' }] };
  return {
    Parameters,
    Conditions: { ...Conditions, HasOwnTable: { 'Fn::Not': [isReplaced] } },
    Resources: Object.fromEntries(parameters),
  };
}

/** Creates the parameters and conditions with which all parts except `state` read their values. */
export async function requiredValues({ resolveConfigurationProperty }: Serverless) {
  const stage = await resolveConfigurationProperty(['provider', 'stage']);
  return readValues(stage, [...Object.keys(PROVIDED_VALUES), ...SHARED_STAGE_VALUES]);
}

/**
 * Returns a reference to a value, or the given alternative in a stage without this value. Serverless accepts no
 * `Fn::If` in environment variables, except within `Fn::Sub`.
 */
export const getOptionalValue = (name: string, value: unknown = { Ref: name }, otherwise: unknown = '') => ({
  'Fn::Sub': [`\${Value}`, { Value: createConditionalValue(`Has${name}`, value, otherwise) }],
});
