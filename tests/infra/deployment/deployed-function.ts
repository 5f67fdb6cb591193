/** A function as a template deploys it: its role's statements, its environment, and the calls that Lambda makes in its name. */
import { ARNS, resolveReferences } from './aws-account.ts';
import type { AwsCall, Statement } from './iam.ts';
import type { Template } from './template.ts';

export interface DeployedFunction {
  readonly roleName: string;
  readonly statements: readonly Statement[];
  /** The settings that decide which resources the function calls. */
  readonly environment: Readonly<Record<string, string>>;
  readonly lambdaCalls: readonly AwsCall[];
}

const RESOURCE_SETTINGS = /^(MAIL_FROM|SANDBOX|APPROVE_FUNCTION|SECRETS|SECRETS_PATH)$/;

/** @param name as in infra/functions/*.yml, for example `me-show` */
export function readDeployedFunction(template: Template, name: string): DeployedFunction {
  const logicalName = `${name.charAt(0).toUpperCase()}${name.slice(1)}LambdaFunction`.replaceAll('-', 'Dash');
  const { FunctionName, Role } = template.getResource(logicalName).Properties;
  const [roleName] = Role['Fn::GetAtt'];
  const stack = FunctionName.slice(0, -`-${name}`.length); // Functions are named after their stack.
  const settings = Object.entries(template.getEnvironment(logicalName)).filter(([key]) =>
    RESOURCE_SETTINGS.test(key),
  );
  const policies = resolveReferences(template.getResource(roleName).Properties.Policies, stack) as {
    PolicyDocument: { Statement: Statement[] };
  }[];
  const mappings = template
    .listByType('AWS::Lambda::EventSourceMapping')
    .filter(([, { Properties }]) => Properties.FunctionName['Fn::GetAtt'][0] === logicalName);
  return {
    roleName,
    statements: policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    environment: resolveReferences(Object.fromEntries(settings), stack) as Record<string, string>,
    lambdaCalls: [
      ...createCalls(
        'logs',
        ['CreateLogStream', 'PutLogEvents'],
        ARNS.logStream(`/aws/lambda/${FunctionName}`),
      ),
      ...mappings.flatMap(([, { Properties }]) => [
        ...createCalls(
          'dynamodb',
          STREAM_ACTIONS,
          String(resolveReferences(Properties.EventSourceArn, stack)),
        ),
        ...createCalls(
          'sqs',
          ['SendMessage'],
          String(resolveReferences(Properties.DestinationConfig.OnFailure.Destination, stack)),
        ),
      ]),
    ],
  };
}

/** Lambda also needs ListStreams, which iam-simulate cannot evaluate (infra/decisions/0011-roles.md). */
const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator'];

const createCalls = (service: string, actions: readonly string[], resource: string): AwsCall[] =>
  actions.map(action => ({ action: `${service}:${action}`, resource, context: {} }));
