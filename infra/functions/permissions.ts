/**
 * IAM role of a function, derived from the member `needs` of its `FunctionEntry`: settings, tables and services.
 *
 * A transaction needs the permissions of its parts. SSM, the table and the bucket are encrypted with keys that AWS
 * manages (for example `aws/ssm`). The role needs no permission for these keys.
 */
import type { FunctionEntry } from './function-entry.ts';
import { naming } from './naming.ts';
import { createPartitionCondition, groupPartitionsByActions } from './partitions.ts';
import { type Stage, TABLE_REFERENCES } from './stage.ts';

interface Statement {
  readonly Effect: 'Allow';
  readonly Action: string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

/**
 * Creates an ARN in the account and region of the stack.
 * @param resource the part after the account id
 */
const createArn = (service: string, resource: string) => ({
  'Fn::Sub': `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${resource}`,
});

/**
 * Creates a statement that allows actions on a resource.
 * @param prefixedActions actions with the prefix of their service
 */
const createStatement = (prefixedActions: string[], resource: unknown, condition?: unknown): Statement => ({
  Effect: 'Allow',
  Action: prefixedActions,
  Resource: resource,
  ...(condition ? { Condition: condition } : {}),
});

/**
 * Prefixes the names of actions with their service.
 * @param service prefix in IAM, for example `dynamodb`
 */
const prefixActions = (service: string, names: string[]) => names.map(name => `${service}:${name}`);

/** ARN of the permissions boundary that every role of a stage must have (infra/account/account.yml). */
const PERMISSIONS_BOUNDARY = {
  'Fn::Sub': `arn:\${AWS::Partition}:iam::\${AWS::AccountId}:policy/account-testimony-boundary`,
};

export function createRole(name: string, entry: FunctionEntry, stage: Stage) {
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      PermissionsBoundary: PERMISSIONS_BOUNDARY,
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
        ],
      },
      Policies: [
        {
          PolicyName: name,
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              createLogStatement(stage),
              ...createDataStatements(entry),
              ...createServiceStatements(entry, stage),
              ...createStreamStatements(entry),
            ],
          },
        },
      ],
    },
  };
}

/** Allows writing log streams in the log group of the stage (infra/resources/function-logs.yml). */
const createLogStatement = ({ settings }: Stage) =>
  createStatement(
    ['logs:CreateLogStream', 'logs:PutLogEvents'],
    createArn('logs', `log-group:/aws/lambda/testimony-${settings.STAGE}:*`),
  );

const BUCKET_ARN = `arn:\${AWS::Partition}:s3:::\${Scans}`;

/** Allows access to the table, its index and the bucket. */
function createDataStatements({
  needs: { table = {}, index, objects = {} } = {},
}: FunctionEntry): Statement[] {
  const objectActions = Object.values(objects).flat();
  const canReadObjects = objectActions.includes('GetObject');
  const canEraseObjects = objectActions.includes('DeleteObjectVersion');
  return [
    ...groupPartitionsByActions(table).map(({ names, keys, attributes, returned }) =>
      createStatement(
        prefixActions('dynamodb', names),
        TABLE_REFERENCES.arn,
        createPartitionCondition(keys, attributes, returned, names.includes('Query')),
      ),
    ),
    ...(index
      ? [createStatement(['dynamodb:Query'], TABLE_REFERENCES.index, createPartitionCondition(index))]
      : []),
    ...Object.entries(objects).map(([prefix, names]) =>
      createStatement(prefixActions('s3', names), { 'Fn::Sub': `${BUCKET_ARN}/${prefix}` }),
    ),
    // Without `s3:ListBucket`, S3 returns 403 instead of 404 for a deleted object, and a retried job could not detect
    // the deletion.
    ...(canReadObjects ? [createStatement(['s3:ListBucket'], { 'Fn::Sub': BUCKET_ARN })] : []),
    ...(canEraseObjects ? [createStatement(['s3:ListBucketVersions'], { 'Fn::Sub': BUCKET_ARN })] : []),
  ];
}

/** Allows sending mail, reading secrets, and invoking other functions. */
function createServiceStatements(
  { needs: { mail, mailQuota, secrets = [], approvesInSandbox, startsFileChecks } = {} }: FunctionEntry,
  { settings }: Stage,
): Statement[] {
  const parameters = secrets.map(secret =>
    createArn('ssm', `parameter/testimony/${settings.STAGE}/${secret}`),
  );
  return [
    ...(mail
      ? [
          createMailStatement('ses:SendEmail', settings.MAIL_FROM, 'MailEvents'),
          createMailStatement('ses:SendRawEmail', settings.DIGEST_FROM, 'DigestEvents'),
        ]
      : []),
    // IAM cannot restrict `ses:GetSendQuota` to a resource.
    ...(mailQuota ? [createStatement(['ses:GetSendQuota'], '*')] : []),
    ...(parameters.length > 0 ? [createStatement(['ssm:GetParameters'], parameters)] : []),
    ...(approvesInSandbox && settings.SANDBOX === 'true'
      ? [createInvokeStatement(createArn('lambda', `function:${settings.APPROVE_FUNCTION}`))]
      : []),
    ...(startsFileChecks ? [createInvokeStatement({ 'Fn::GetAtt': [FILE_CHECKS, 'Arn'] })] : []),
  ];
}

const FILE_CHECKS = naming.getLambdaLogicalId('jobs-check-files');

const createInvokeStatement = (resource: object) => createStatement(['lambda:InvokeFunction'], resource);

/**
 * Allows sending mail with one sender address. SES requires permission for the sender's identity and for the
 * configuration set. While the account is in the SES sandbox, SES also requires permission for the recipient's
 * identity. The resources therefore include all identities, and a condition restricts the sender address.
 * @param action SendEmail for mails, SendRawEmail for digests
 */
function createMailStatement(action: string, sender: unknown, configurationSet: string) {
  const resources = ['identity/*', `configuration-set/\${${configurationSet}}`];
  return createStatement(
    [action],
    resources.map(name => createArn('ses', name)),
    { StringEquals: { 'ses:FromAddress': sender } },
  );
}

/**
 * Allows the calls that Lambda makes with the role of a stream function: reading the table's stream, and reporting
 * discarded records to the queue.
 */
function createStreamStatements({ events = [] }: FunctionEntry): Statement[] {
  return events
    .filter(event => event.stream)
    .flatMap(({ stream }) => [
      createStatement(
        ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        TABLE_REFERENCES.stream,
      ),
      createStatement(['dynamodb:ListStreams'], '*'), // IAM cannot restrict this action to a resource
      createStatement(['sqs:SendMessage'], stream.destinations.onFailure.arn),
    ]);
}
