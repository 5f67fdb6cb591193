/**
 * What each function may do, as IAM will read it. Written out once more on purpose: a permission
 * that slips into `infra/functions` has to be defended here.
 */
const LOGS = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const DELIVERY = [
  'dynamodb:BatchGetItem',
  'dynamodb:PutItem',
  'dynamodb:Query',
  'dynamodb:UpdateItem',
  's3:DeleteObject',
  's3:DeleteObject',
  's3:GetObject',
  's3:GetObject',
  's3:ListBucket',
  's3:PutObject',
  'ses:SendEmail',
  'ssm:GetParameters',
];

const LISTING = ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'];
/** Taking note of a payment. */
const SETTLING = [
  'dynamodb:BatchGetItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'ssm:GetParameters',
];

export const ROLES: Readonly<Record<string, readonly string[]>> = {
  HealthRole: LOGS,
  NotFoundRole: LOGS,
  AuthRegisterExpertRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    's3:DeleteObject',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
    'ssm:GetParameters',
  ],
  AuthRegisterClientRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'ssm:GetParameters',
  ],
  AuthLoginRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'ssm:GetParameters',
  ],
  AuthLogoutRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem', 'dynamodb:UpdateItem'],
  AuthVerifyEmailRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'ssm:GetParameters'],
  AuthResendVerificationRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'ssm:GetParameters',
  ],
  AuthSendPasswordResetRole: [...LOGS, 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'ssm:GetParameters'],
  AuthResetPasswordRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'ssm:GetParameters',
  ],
  MeShowRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:UpdateItem'],
  MeUpdateRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'ssm:GetParameters',
  ],
  MeResubmitIdentityDocumentsRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    's3:DeleteObject',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
  ],
  MeListTokensRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
  MeRevokeTokenRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem', 'dynamodb:UpdateItem'],
  MeOpenPaymentAccountRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'ssm:GetParameters',
  ],
  UploadsCreateRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    's3:PutObject',
  ],
  TestimoniesCreateRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  TestimoniesListRole: [...LOGS, ...LISTING, 'ssm:GetParameters'],
  TestimoniesListOfferableRole: [...LOGS, ...LISTING, 'ssm:GetParameters'],
  TestimoniesShowRole: [...LOGS, ...LISTING],
  TestimoniesCancelRole: [...LOGS, ...LISTING, 'dynamodb:PutItem'],
  TestimoniesCompleteRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    's3:DeleteObject',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
  ],
  TestimoniesDownloadRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:UpdateItem',
    's3:GetObject',
    's3:ListBucket',
  ],
  OffersCreateRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  OffersListRole: [...LOGS, ...LISTING, 'ssm:GetParameters'],
  OffersWithdrawRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:UpdateItem',
  ],
  OffersCheckoutRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    'ssm:GetParameters',
  ],
  OffersAcceptRole: [...LOGS, ...SETTLING],
  WebhooksStripeRole: [...LOGS, ...SETTLING],
  ApprovalsApproveExpertRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
  OperatorListExpertsRole: [...LOGS, 'dynamodb:Query', 'ssm:GetParameters'],
  OperatorShowExpertRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  OperatorOpenDocumentsRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    's3:GetObject',
    's3:GetObject',
    's3:ListBucket',
  ],
  OperatorSetApprovalRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
  OperatorReviewIdentityRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
  OperatorListJobsRole: [...LOGS, 'dynamodb:Query', 'ssm:GetParameters'],
  OperatorRetryJobRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  OperatorRetryJobsRole: [...LOGS, 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
  OperatorDismissJobRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
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

/** The functions that only the sandbox has, and what others may do there besides. */
export const IN_SANDBOX: Readonly<Record<string, readonly string[]>> = {
  ApprovalsToggleInSandboxRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  AuthRegisterExpertRole: ['lambda:InvokeFunction'],
};

/** Whose items a function reaches, where that says much: what a hole in it could not touch. */
export const KEYS: Readonly<Record<string, readonly string[]>> = {
  MeShowRole: ['USER#*'],
  AuthLogoutRole: ['USER#*'],
  AuthSendPasswordResetRole: ['JOB#*', 'LIMIT#*'],
  UploadsCreateRole: ['USER#*', 'LIMIT#*', 'UPLOAD#*'],
  WebhooksStripeRole: ['USER#*', 'TESTIMONY#*', 'OFFER#*', 'CHECKOUT#*', 'JOB#*', 'EVENT#*'],
  OffersAcceptRole: ['USER#*', 'TESTIMONY#*', 'OFFER#*', 'CHECKOUT#*', 'JOB#*'],
  TestimoniesListOfferableRole: ['USER#*', 'EXPERT#*'],
  TestimoniesDownloadRole: ['USER#*', 'TESTIMONY#*'],
  OperatorRetryJobRole: ['JOB#*', 'AUDIT#*'],
  OperatorRetryJobsRole: ['JOB#*', 'AUDIT#*'],
  OperatorDismissJobRole: ['JOB#*', 'AUDIT#*'],
};

/** The stars that AWS leaves no other way for. */
export const NAMELESS: readonly RegExp[] = [
  /:log-group:\/aws\/lambda\/\$\{AWS::StackName\}-[a-z-]+:\*$/, // the streams of one group are named by Lambda
  /^\$\{Scans\.Arn\}\/(incoming|identity-documents|testimonies)\/\*$/, // the objects under one prefix
];
