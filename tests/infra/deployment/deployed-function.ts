/** A function as a template deploys it: its role's statements, its environment, and the calls that Lambda makes in its name. */
import { ARNS, resolve } from './aws-account.ts';
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
export function deployedFunction(template: Template, name: string): DeployedFunction {
  const logicalName = `${name.charAt(0).toUpperCase()}${name.slice(1)}LambdaFunction`.replaceAll('-', 'Dash');
  const { FunctionName, Role } = template.resource(logicalName).Properties;
  const [roleName] = Role['Fn::GetAtt'];
  const stack = FunctionName.slice(0, -`-${name}`.length); // Functions are named after their stack.
  const settings = Object.entries(template.environment(logicalName)).filter(([key]) =>
    RESOURCE_SETTINGS.test(key),
  );
  const policies = resolve(template.resource(roleName).Properties.Policies, stack) as {
    PolicyDocument: { Statement: Statement[] };
  }[];
  const mappings = template
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(([, { Properties }]) => Properties.FunctionName['Fn::GetAtt'][0] === logicalName);
  return {
    roleName,
    statements: policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    environment: resolve(Object.fromEntries(settings), stack) as Record<string, string>,
    lambdaCalls: [
      ...calls('logs', ['CreateLogStream', 'PutLogEvents'], ARNS.logStream(`/aws/lambda/${FunctionName}`)),
      ...mappings.flatMap(([, { Properties }]) => [
        ...calls('dynamodb', STREAM_ACTIONS, String(resolve(Properties.EventSourceArn, stack))),
        ...calls(
          'sqs',
          ['SendMessage'],
          String(resolve(Properties.DestinationConfig.OnFailure.Destination, stack)),
        ),
      ]),
    ],
  };
}

/** Lambda also needs ListStreams, which iam-simulate cannot evaluate (infra/decisions/0011-roles.md). */
const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator'];

const calls = (service: string, actions: readonly string[], resource: string): AwsCall[] =>
  actions.map(action => ({ action: `${service}:${action}`, resource, context: {} }));
