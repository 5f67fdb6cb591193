/** The account that the templates are deployed to, in thought: what their references become there. */
const account = '123456789012';
const regional = (service: string, resource: string) =>
  `arn:aws:${service}:eu-central-1:${account}:${resource}`;

const table = regional('dynamodb', 'table/Table');

export const ARNS = {
  table,
  index: `${table}/index/gsi1`,
  stream: `${table}/stream/2026-01-01T00:00:00.000`,
  bucket: 'arn:aws:s3:::scans',
  undelivered: regional('sqs', 'undelivered'),
  object: (key: string) => `arn:aws:s3:::scans/${key}`,
  parameter: (name: string) => regional('ssm', `parameter${name}`),
  function: (name: string) => regional('lambda', `function:${name}`),
  identity: (addressOrDomain: string) => regional('ses', `identity/${addressOrDomain}`),
  mailEvents: regional('ses', 'configuration-set/mail-events'),
  logStream: (group: string) => regional('logs', `log-group:${group}:log-stream:2026/01/01/1`),
} as const;

/** By the name that `Ref`, `Fn::GetAtt` and `Fn::Sub` use. */
const NAMES: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-central-1',
  'AWS::AccountId': account,
  ApprovalsDashapproveDashexpertLambdaFunction: 'approve-expert',
  'ApprovalsDashapproveDashexpertLambdaFunction.Arn': regional('lambda', 'function:approve-expert'),
  MailEvents: 'mail-events',
  'Scans.Arn': ARNS.bucket,
  'Table.Arn': ARNS.table,
  'Table.StreamArn': ARNS.stream,
  'UndeliveredJobs.Arn': ARNS.undelivered,
};

/** A part of a template with texts in the place of its references. @throws at one that is not known here */
export function inStack(stack: string): (part: unknown) => unknown {
  const known = (name: string) => {
    const value = name === 'AWS::StackName' ? stack : NAMES[name];
    if (value === undefined) throw new Error(`nothing is called ${name} here`);
    return value;
  };
  const read = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(read);
    if (typeof part !== 'object' || part === null) return part;
    const members = Object.entries(part);
    const [[name, of] = []] = members;
    if (name === 'Ref') return known(of);
    if (name === 'Fn::GetAtt') return known(of.join('.'));
    if (name === 'Fn::Sub') return of.replace(/\$\{([^}]+)\}/g, (_: string, each: string) => known(each));
    if (name?.startsWith('Fn::')) throw new Error(`${name} is not known here`);
    return Object.fromEntries(members.map(([key, value]) => [key, read(value)]));
  };
  return read;
}
