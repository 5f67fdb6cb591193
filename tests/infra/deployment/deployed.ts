/** One function as a template would have it: what it may do, whom it asks, and what Lambda does in its name. */
import { ARNS, inStack } from './account.ts';
import type { Request, Statement } from './policy.ts';
import type { Template } from './template.ts';

export interface Deployed {
  readonly statements: readonly Statement[];
  /** The settings that say whom it asks. */
  readonly environment: Readonly<Record<string, string>>;
  readonly byLambda: readonly Request[];
}

const ADDRESSES = /^(MAIL_FROM|SANDBOX|APPROVE_FUNCTION|SECRETS|SECRETS_PATH)$/;

export function deployed(template: Template, name: string): Deployed {
  const logicalName = `${name.charAt(0).toUpperCase()}${name.slice(1)}LambdaFunction`.replaceAll('-', 'Dash');
  const { FunctionName, Role } = template.resource(logicalName).Properties;
  const read = inStack(FunctionName.slice(0, -`-${name}`.length)); // Functions are named after their stack.
  const settings = Object.entries(template.environment(logicalName)).filter(([key]) => ADDRESSES.test(key));
  const policies = template.resource(Role['Fn::GetAtt'][0]).Properties.Policies;
  return {
    environment: read(Object.fromEntries(settings)) as Record<string, string>,
    statements: (read(policies) as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement,
    ),
    byLambda: [
      ...asking('logs', ['CreateLogStream', 'PutLogEvents'], ARNS.logStream(`/aws/lambda/${FunctionName}`)),
      ...template
        .ofType('AWS::Lambda::EventSourceMapping')
        .filter(([, { Properties }]) => Properties.FunctionName['Fn::GetAtt'][0] === logicalName)
        .flatMap(([, { Properties }]) => ofMapping(Properties, read)),
    ],
  };
}

const STREAM = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];

// biome-ignore lint/suspicious/noExplicitAny: as deep as CloudFormation likes
function ofMapping({ EventSourceArn, DestinationConfig }: any, read: (part: unknown) => unknown): Request[] {
  return [
    ...asking('dynamodb', STREAM, String(read(EventSourceArn))),
    ...asking('sqs', ['SendMessage'], String(read(DestinationConfig.OnFailure.Destination))),
  ];
}

const asking = (service: string, actions: readonly string[], resource: string): Request[] =>
  actions.map(action => ({ action: `${service}:${action}`, resource, context: {} }));
