/**
 * The role of one function: its needs, spelled out as the actions and resources of IAM.
 *
 * A transaction is allowed by the actions of its parts. SSM decrypts with the account's own
 * `aws/ssm` key, the table and the bucket with theirs: their key policies ask for no permission.
 *
 * @typedef {import('./index.cjs').Entry} Entry
 * @typedef {import('./stage.cjs').Stage} Stage
 * @typedef {{ Effect: 'Allow', Action: string[], Resource: unknown, Condition?: unknown }} Statement
 */
const { partitionsByActions, within } = require('./partitions.cjs');

/**
 * @param {string} service
 * @param {string} resource what follows the account
 */
const arn = (service, resource) => ({
  'Fn::Sub': `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${resource}`,
});

/**
 * @param {string[]} actions
 * @param {unknown} resource
 * @param {unknown} [condition]
 * @returns {Statement}
 */
const allow = (actions, resource, condition) => ({
  Effect: 'Allow',
  Action: actions,
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
 * @param {Entry} entry
 * @param {Stage} stage
 */
function roleFor(name, entry, stage) {
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
            Statement: [...logs(name), ...data(entry), ...others(entry, stage), ...sources(entry)],
          },
        },
      ],
    },
  };
}

/** The group itself is made by the deployment, with its retention; the function only adds streams. */
const logs = (/** @type {string} */ name) => [
  allow(
    ['logs:CreateLogStream', 'logs:PutLogEvents'],
    arn('logs', `log-group:/aws/lambda/\${AWS::StackName}-${name}:*`),
  ),
];

/**
 * @param {Entry} entry
 * @returns {Statement[]}
 */
function data({ needs: { table = {}, index, objects = {} } = {} }) {
  const onObjects = Object.values(objects).flat();
  const reads = onObjects.includes('GetObject');
  const erases = onObjects.includes('DeleteObjectVersion');
  return [
    ...partitionsByActions(table).map(({ names, keys }) =>
      allow(actions('dynamodb', names), { 'Fn::GetAtt': ['Table', 'Arn'] }, within(keys)),
    ),
    ...(index ? [allow(['dynamodb:Query'], { 'Fn::Sub': `\${Table.Arn}/index/gsi1` }, within(index))] : []),
    ...Object.entries(objects).map(([prefix, names]) =>
      allow(actions('s3', names), { 'Fn::Sub': `\${Scans.Arn}/${prefix}` }),
    ),
    // Without it S3 answers 403 instead of 404 for an object that is gone, and a repeated job could not tell.
    ...(reads ? [allow(['s3:ListBucket'], { 'Fn::GetAtt': ['Scans', 'Arn'] })] : []),
    ...(erases ? [allow(['s3:ListBucketVersions'], { 'Fn::GetAtt': ['Scans', 'Arn'] })] : []),
  ];
}

/**
 * @param {Entry} entry
 * @param {Stage} stage
 * @returns {Statement[]}
 */
function others({ needs: { mail, secrets = [], approvesInSandbox } = {} }, { settings }) {
  const parameters = secrets.map(secret => arn('ssm', `parameter/testimony/${settings.STAGE}/${secret}`));
  return [
    ...(mail ? [sendMail(settings.MAIL_FROM)] : []),
    ...(parameters.length > 0 ? [allow(['ssm:GetParameters'], parameters)] : []),
    ...(approvesInSandbox && settings.SANDBOX === 'true'
      ? [
          allow(['lambda:InvokeFunction'], {
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
function sendMail(sender) {
  const resources = [arn('ses', 'identity/*'), arn('ses', `configuration-set/\${MailEvents}`)];
  return allow(['ses:SendEmail'], resources, { StringEquals: { 'ses:FromAddress': sender } });
}

/**
 * What Lambda does in the function's name to feed it from a stream.
 *
 * @param {Entry} entry
 * @returns {Statement[]}
 */
function sources({ events = [] }) {
  return events
    .filter(event => event.stream)
    .flatMap(({ stream }) => [
      allow(['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], stream.arn),
      allow(['dynamodb:ListStreams'], { 'Fn::Sub': `\${Table.Arn}/stream/*` }),
      allow(['sqs:SendMessage'], stream.destinations.onFailure.arn),
    ]);
}

module.exports = { roleFor };
