/** The fictitious AWS account and region in which the tests resolve the templates' references. */
export const ACCOUNT = '123456789012';
const REGION = 'eu-central-1';

const createArn = (service: string, resource: string) =>
  `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;

const table = createArn('dynamodb', 'table/Table');

export const ARNS = {
  table,
  index: `${table}/index/gsi1`,
  stream: `${table}/stream/2026-01-01T00:00:00.000`,
  bucket: 'arn:aws:s3:::scans',
  scannerRole: `arn:aws:iam::${ACCOUNT}:role/malware-scan`,
  queue: createArn('sqs', 'undelivered'),
  object: (key: string) => `arn:aws:s3:::scans/${key}`,
  parameter: (name: string) => createArn('ssm', `parameter${name}`),
  function: (name: string) => createArn('lambda', `function:${name}`),
  identity: (addressOrDomain: string) => createArn('ses', `identity/${addressOrDomain}`),
  configurationSet: (name: string) => createArn('ses', `configuration-set/${name}`),
  logStream: (group: string) => createArn('logs', `log-group:${group}:log-stream:2026/01/01/1`),
} as const;

/** Values of the references: of `Ref`, of `Fn::GetAtt` (as `Name.Attribute`) and of the variables in `Fn::Sub`. */
const REFERENCE_VALUES: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  JobsDashcheckDashfilesLambdaFunction: 'JobsDashcheckDashfiles',
  DigestEvents: 'digest-events',
  MailEvents: 'mail-events',
  Scans: 'scans',
  Table: 'Table',
  'MalwareScanRole.Arn': ARNS.scannerRole,
  'Scans.Arn': ARNS.bucket,
  'Table.Arn': table,
  'Table.StreamArn': ARNS.stream,
  'UndeliveredJobs.Arn': ARNS.queue,
};

/**
 * Replaces the references in a part of a template with their values.
 * @param values values of references that differ from those of this file
 * @throws Error when this file has no value for a reference, or does not support an intrinsic function
 */
export function resolveReferences(
  part: unknown,
  stack: string,
  values: Readonly<Record<string, string>> = {},
): unknown {
  if (Array.isArray(part)) return part.map(each => resolveReferences(each, stack, values));
  if (typeof part !== 'object' || part === null) return part;
  const lookUp = (name: string) => {
    const functionName = /^(\w+)LambdaFunction\.Arn$/.exec(name)?.[1];
    const value =
      (name === 'AWS::StackName' ? stack : (values[name] ?? REFERENCE_VALUES[name])) ??
      (functionName && ARNS.function(functionName));
    if (value === undefined) throw new Error(`${name} has no value`);
    return value;
  };
  const members = Object.entries(part);
  const [[name, operand] = []] = members;
  if (name === 'Ref') return lookUp(operand);
  if (name === 'Fn::GetAtt') return lookUp(operand.join('.'));
  if (name === 'Fn::Sub') return operand.replace(/\$\{([^}]+)\}/g, (_: string, each: string) => lookUp(each));
  if (name?.startsWith('Fn::')) throw new Error(`${name} cannot be resolved`);
  return Object.fromEntries(members.map(([key, value]) => [key, resolveReferences(value, stack, values)]));
}
