/**
 * What each function may do, as IAM will read it. Written out once more on purpose: a permission
 * that slips into `infra/functions` has to be defended here.
 */
const LOGS = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const DELIVERY = [
  'dynamodb:BatchGetItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  's3:DeleteObject',
  's3:GetObject',
  's3:GetObject',
  's3:ListBucket',
  's3:PutObject',
  'ses:SendEmail',
  'ssm:GetParameters',
];

export const ROLES: Readonly<Record<string, readonly string[]>> = {
  HealthRole: LOGS,
  NotFoundRole: LOGS,
  MeShowRole: [...LOGS, 'dynamodb:BatchGetItem'],
  AuthLogoutRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem'],
  AuthLoginRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'ssm:GetParameters',
  ],
  AuthRegisterExpertRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    's3:DeleteObject',
    's3:PutObject',
    'ssm:GetParameters',
  ],
  ApprovalsApproveExpertRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
  JobsDeliverRole: [
    ...LOGS,
    ...DELIVERY,
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'sqs:SendMessage',
  ],
  JobsSweepRole: [...LOGS, ...DELIVERY, 'dynamodb:Query'],
};

/** In the sandbox registration approves, and only there. */
export const IN_SANDBOX: Readonly<Record<string, readonly string[]>> = {
  AuthRegisterExpertRole: ['lambda:InvokeFunction'],
};

/** The stars that AWS leaves no other way for. */
export const NAMELESS: readonly RegExp[] = [
  /:log-group:\/aws\/lambda\/\$\{AWS::StackName\}-[a-z-]+:\*$/, // the streams of one group are named by Lambda
  /^\$\{Scans\.Arn\}\/(incoming|identity-documents)\/\*$/, // the objects under one prefix
];
