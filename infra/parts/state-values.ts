/**
 * Values that the stack of the part `state` provides to the stacks of the other parts, as SSM parameters.
 * CloudFormation reads them at each deployment, so a changed state reaches the other parts, and packaging needs no
 * credentials. Exports are not used, because an export that another stack imports cannot change.
 *
 * In the other parts, a value has the logical name that it has in the state, so `Ref: Alarms` is the same topic
 * everywhere.
 */
import type { Serverless } from './serverless.ts';

/** Stands for a missing value, because an SSM parameter cannot be empty. */
const NO_VALUE = 'none';

export const createConditionalValue = (condition: string, value: unknown, otherwise: unknown): object => ({
  'Fn::If': [condition, value, otherwise],
});

/** References to the values in the part `state`, by name. */
const VALUES = {
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
  TokensValidFrom: createConditionalValue('HasTokensValidFrom', { Ref: 'TokensValidFrom' }, NO_VALUE),
  EdgeKeySha256: createConditionalValue('HasEdgeKeySha256', { Ref: 'EdgeKeySha256' }, NO_VALUE),
  ApiUrl: createConditionalValue('HasApiUrl', { Ref: 'ApiUrl' }, NO_VALUE),
  Domain: createConditionalValue('HasDomain', { Ref: 'Domain' }, NO_VALUE),
};

/** Values that a stage may lack. In the other parts, the condition `Has…` tells whether a value exists. */
const OPTIONAL_VALUES = ['TokensValidFrom', 'EdgeKeySha256', 'ApiUrl', 'Domain'];

const getPath = (stage: string, name: string) => `/testimony/${stage}/state/${name}`;

/** Creates the SSM parameters, for the part `state`. */
export async function providedValues({ resolveConfigurationProperty }: Serverless) {
  const stage = await resolveConfigurationProperty(['provider', 'stage']);
  const parameters = Object.entries(VALUES).map(([name, Value]) => [
    `${name}Value`,
    { Type: 'AWS::SSM::Parameter', Properties: { Name: getPath(stage, name), Type: 'String', Value } },
  ]);
  return { Resources: Object.fromEntries(parameters) };
}

/** Creates the parameters of the template that read the SSM parameters, for the other parts. */
export async function requiredValues({ resolveConfigurationProperty }: Serverless) {
  const stage = await resolveConfigurationProperty(['provider', 'stage']);
  const parameters = Object.keys(VALUES).map(name => [
    name,
    { Type: 'AWS::SSM::Parameter::Value<String>', Default: getPath(stage, name) },
  ]);
  const conditions = OPTIONAL_VALUES.map(name => [
    `Has${name}`,
    { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: name }, NO_VALUE] }] },
  ]);
  return { Parameters: Object.fromEntries(parameters), Conditions: Object.fromEntries(conditions) };
}

/**
 * Returns a reference to a value, or the given alternative in a stage without this value. Serverless accepts no
 * `Fn::If` in environment variables, except within `Fn::Sub`.
 * @param name one of `OPTIONAL_VALUES`
 */
export const getOptionalValue = (name: string, value: unknown = { Ref: name }, otherwise: unknown = '') => ({
  'Fn::Sub': [`\${Value}`, { Value: createConditionalValue(`Has${name}`, value, otherwise) }],
});
