/** Names and ARNs that the resources of a stage would have, by the rules of CloudFormation. */
import { STAGE_PARTS } from '../../../infra/parts/plan.ts';
import { ACCOUNT } from './aws-account.ts';
import type { Resource, Template } from './template.ts';

/** A resource with the ARNs that actions can refer to. */
export interface NamedResource {
  readonly part: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly arns: readonly string[];
}

const SUFFIX = '1ABC2DEF3GHI4';

/** Maximum length of a name, by resource type. Other types accept all names that a stage can have. */
const NAME_LENGTHS: Readonly<Record<string, number>> = {
  'AWS::S3::Bucket': 63,
  'AWS::IAM::Role': 64,
  'AWS::Events::Rule': 64,
  'AWS::SQS::Queue': 80,
};

/** Properties with which a template names its resources itself. */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SES::EmailIdentity': 'EmailIdentity',
  'AWS::SSM::Parameter': 'Name',
};

/**
 * Returns the name that CloudFormation creates: stack, logical id and a random suffix. A name that is too long is cut:
 * the longer one of stack and id, or both to half of the available length.
 */
export function createPhysicalName(stack: string, id: string, type: string): string {
  const room = (NAME_LENGTHS[type] ?? 255) - SUFFIX.length - 2;
  const half = Math.floor(room / 2);
  const cutStack = stack.slice(0, Math.max(half, room - id.length));
  const name = `${cutStack}-${id.slice(0, room - cutStack.length)}-${SUFFIX}`;
  return type === 'AWS::S3::Bucket' ? name.toLowerCase() : name;
}

/**
 * Functions that return the ARNs of a resource without `arn:aws:`, by resource type. Types that are not listed have the
 * ARNs of other types.
 */
const ARNS: Readonly<Record<string, (name: string) => readonly string[]>> = {
  'AWS::ApiGatewayV2::Api': () => ['apigateway:eu-central-1::/apis/1abc', 'apigateway:eu-central-1::/tags/1'],
  'AWS::ApiGatewayV2::DomainName': () => ['apigateway:eu-central-1::/domainnames/api.testimony.sk'],
  'AWS::CloudWatch::Alarm': name => [`cloudwatch:eu-central-1:${ACCOUNT}:alarm:${name}`],
  'AWS::CloudWatch::Dashboard': name => [`cloudwatch::${ACCOUNT}:dashboard/${name}`],
  'AWS::DynamoDB::Table': name => [`dynamodb:eu-central-1:${ACCOUNT}:table/${name}`],
  'AWS::Events::Rule': name => [`events:eu-central-1:${ACCOUNT}:rule/${name}`],
  'AWS::GuardDuty::MalwareProtectionPlan': () => [
    `guardduty:eu-central-1:${ACCOUNT}:malware-protection-plan/1abc`,
  ],
  'AWS::IAM::ManagedPolicy': name => [`iam::${ACCOUNT}:policy/${name}`],
  'AWS::IAM::Role': name => [`iam::${ACCOUNT}:role/${name}`],
  'AWS::Lambda::EventSourceMapping': () => [`lambda:eu-central-1:${ACCOUNT}:event-source-mapping:1abc`],
  'AWS::Lambda::Function': name => [`lambda:eu-central-1:${ACCOUNT}:function:${name}`],
  'AWS::Logs::LogGroup': name => [`logs:eu-central-1:${ACCOUNT}:log-group:${name}`],
  'AWS::Logs::QueryDefinition': () => [`logs:eu-central-1:${ACCOUNT}:query-definition:1abc`],
  'AWS::S3::Bucket': name => [`s3:::${name}`, `s3:::${name}/key`],
  'AWS::SES::ConfigurationSet': name => [`ses:eu-central-1:${ACCOUNT}:configuration-set/${name}`],
  'AWS::SES::EmailIdentity': name => [`ses:eu-central-1:${ACCOUNT}:identity/${name}`],
  'AWS::SNS::Topic': name => [`sns:eu-central-1:${ACCOUNT}:${name}`],
  'AWS::SQS::Queue': name => [`sqs:eu-central-1:${ACCOUNT}:${name}`],
  'AWS::SSM::Parameter': name => [`ssm:eu-central-1:${ACCOUNT}:parameter${name}`],
};

/** Lists the resources of all parts of a stage that have ARNs. */
export const listNamedResources = (stage: string, { parts }: Template): NamedResource[] =>
  STAGE_PARTS.flatMap(part =>
    Object.entries(parts[part].Resources).flatMap(([id, resource]) => {
      const type = resource.Type;
      const name = readName(resource) ?? createPhysicalName(`testimony-${stage}-${part}`, id, type);
      const arns = ARNS[type]?.(name).map(arn => `arn:aws:${arn}`);
      return arns ? [{ part, id, type, name, arns }] : [];
    }),
  );

const readName = ({ Type, Properties }: Resource): string | undefined =>
  Properties?.[NAME_PROPERTIES[Type] ?? ''];

/** Returns the values of references to the resources, for `resolveReferences`. */
export function createReferenceValues(resources: readonly NamedResource[]): Record<string, string> {
  const values = resources.flatMap(({ id, name, arns: [arn = ''] }) => [
    [id, name],
    [`${id}.Arn`, arn],
    [`${id}.StreamArn`, `${arn}/stream/2026-01-01T00:00:00.000`],
  ]);
  return Object.fromEntries(values);
}
