/** Reader of the functions in a template: role, IAM statements, environment, and the AWS calls that Lambda makes. */
import { ARNS, resolveReferences } from './aws-account.ts';
import type { AwsCall, Statement } from './iam.ts';
import type { Template } from './template.ts';

export interface DeployedFunction {
  readonly roleName: string;
  readonly statements: readonly Statement[];
  /** The environment variables that decide which AWS resources the function calls. */
  readonly environment: Readonly<Record<string, string>>;
  /** The calls that Lambda makes with the function's role: logs, streams and failed events. */
  readonly lambdaCalls: readonly AwsCall[];
}

const RESOURCE_SETTINGS =
  /^(MAIL_FROM|DIGEST_FROM|SANDBOX|APPROVE_FUNCTION|CHECK_FILES_FUNCTION|SECRETS|SECRETS_PATH)$/;

/**
 * Reads a function from a template.
 * @param name the name in infra/functions/*.yml, for example `me-show`
 */
export function readDeployedFunction(template: Template, name: string): DeployedFunction {
  const logicalName = `${name.charAt(0).toUpperCase()}${name.slice(1)}LambdaFunction`.replaceAll('-', 'Dash');
  const { FunctionName, Role } = template.getResource(logicalName).Properties;
  const [roleName] = Role['Fn::GetAtt'];
  const stack = FunctionName.slice(0, -`-${name}`.length); // A function's name begins with the name of the stack.
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
      ...createCalls('logs', ['CreateLogStream', 'PutLogEvents'], ARNS.logStream(`/aws/lambda/${stack}`)),
      ...mappings.flatMap(([, { Properties }]) => [
        ...createCalls('dynamodb', ['ListStreams'], '*'),
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

/** Actions with which Lambda reads a stream. */
const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator'];

const createCalls = (service: string, actions: readonly string[], resource: string): AwsCall[] =>
  actions.map(action => ({ action: `${service}:${action}`, resource, context: {} }));
