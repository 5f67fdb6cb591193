/**
 * The role of one function: its needs, spelled out as the actions and resources of IAM.
 *
 * A transaction is allowed by the actions of its parts. SSM decrypts with the account's own
 * `aws/ssm` key, the table and the bucket with theirs: their key policies ask for no permission.
 *
 * @typedef {import('./index.cjs').FunctionEntry} FunctionEntry
 * @typedef {import('./stage.cjs').Stage} Stage
 * @typedef {{ Effect: 'Allow', Action: string[], Resource: unknown, Condition?: unknown }} Statement
 */
const { groupPartitionsByActions, createPartitionCondition } = require('./partitions.cjs');

/**
 * @param {string} service
 * @param {string} resource what follows the account
 */
const createArn = (service, resource) => ({
  'Fn::Sub': `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${resource}`,
});

/**
 * @param {string[]} prefixActions
 * @param {unknown} resource
 * @param {unknown} [condition]
 * @returns {Statement}
 */
const createStatement = (prefixActions, resource, condition) => ({
  Effect: 'Allow',
  Action: prefixActions,
  Resource: resource,
  ...(condition ? { Condition: condition } : {}),
});

/**
 * @param {string} service IAM's prefix
 * @param {string[]} names
 */
const actions = (service, names) => names.map(name => `${service}:${name}`);

/**
 * @param {string} name
 * @param {FunctionEntry} entry
 * @param {Stage} stage
 */
function createRole(name, entry, stage) {
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
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
              ...createLogStatements(name),
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

/** The group itself is made by the deployment, with its retention; the function only adds streams. */
const createLogStatements = (/** @type {string} */ name) => [
  createStatement(
    ['logs:CreateLogStream', 'logs:PutLogEvents'],
    createArn('logs', `log-group:/aws/lambda/\${AWS::StackName}-${name}:*`),
  ),
];

/**
 * @param {FunctionEntry} entry
 * @returns {Statement[]}
 */
function createDataStatements({ needs: { table = {}, index, objects = {} } = {} }) {
  const objectActions = Object.values(objects).flat();
  const canReadObjects = objectActions.includes('GetObject');
  const canEraseObjects = objectActions.includes('DeleteObjectVersion');
  return [
    ...groupPartitionsByActions(table).map(({ names, keys }) =>
      createStatement(
        actions('dynamodb', names),
        { 'Fn::GetAtt': ['Table', 'Arn'] },
        createPartitionCondition(keys),
      ),
    ),
    ...(index
      ? [
          createStatement(
            ['dynamodb:Query'],
            { 'Fn::Sub': `\${Table.Arn}/index/gsi1` },
            createPartitionCondition(index),
          ),
        ]
      : []),
    ...Object.entries(objects).map(([prefix, names]) =>
      createStatement(actions('s3', names), { 'Fn::Sub': `\${Scans.Arn}/${prefix}` }),
    ),
    // Without it S3 answers 403 instead of 404 for an object that is gone, and a repeated job could not tell.
    ...(canReadObjects ? [createStatement(['s3:ListBucket'], { 'Fn::GetAtt': ['Scans', 'Arn'] })] : []),
    ...(canEraseObjects
      ? [createStatement(['s3:ListBucketVersions'], { 'Fn::GetAtt': ['Scans', 'Arn'] })]
      : []),
  ];
}

/**
 * @param {FunctionEntry} entry
 * @param {Stage} stage
 * @returns {Statement[]}
 */
function createServiceStatements({ needs: { mail, secrets = [], approvesInSandbox } = {} }, { settings }) {
  const parameters = secrets.map(secret =>
    createArn('ssm', `parameter/testimony/${settings.STAGE}/${secret}`),
  );
  return [
    ...(mail ? [createMailStatement(settings.MAIL_FROM)] : []),
    ...(parameters.length > 0 ? [createStatement(['ssm:GetParameters'], parameters)] : []),
    ...(approvesInSandbox && settings.SANDBOX === 'true'
      ? [
          createStatement(['lambda:InvokeFunction'], {
            'Fn::GetAtt': ['ApprovalsDashapproveDashexpertLambdaFunction', 'Arn'],
          }),
        ]
      : []),
  ];
}

/**
 * SES asks for the sender's identity, for the configuration set that it attaches, and, while the account is in
 * SES's sandbox, for the identity of whom the mail goes to. So the sender is what limits it.
 *
 * @param {unknown} sender
 */
function createMailStatement(sender) {
  const resources = [createArn('ses', 'identity/*'), createArn('ses', `configuration-set/\${MailEvents}`)];
  return createStatement(['ses:SendEmail'], resources, { StringEquals: { 'ses:FromAddress': sender } });
}

/**
 * What Lambda does in the function's name to feed it from a stream.
 *
 * @param {FunctionEntry} entry
 * @returns {Statement[]}
 */
function createStreamStatements({ events = [] }) {
  return events
    .filter(event => event.stream)
    .flatMap(({ stream }) => [
      createStatement(
        ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        stream.arn,
      ),
      createStatement(['dynamodb:ListStreams'], { 'Fn::Sub': `\${Table.Arn}/stream/*` }),
      createStatement(['sqs:SendMessage'], stream.destinations.onFailure.arn),
    ]);
}

module.exports = { createRole };
