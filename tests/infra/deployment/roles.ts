/**
 * What each function may do, as IAM will read it. Written out once more on purpose: a permission
 * that slips into `infra/functions` has to be defended here.
 */
const LOGS = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const DELIVERY = [
  'dynamodb:BatchGetItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:Query', // of the table
  'dynamodb:Query', // and of its index
  'dynamodb:UpdateItem',
  's3:DeleteObject',
  's3:DeleteObject',
  's3:DeleteObjectVersion',
  's3:DeleteObjectVersion',
  's3:GetObject',
  's3:GetObject',
  's3:ListBucket',
  's3:ListBucketVersions',
  's3:PutObject',
  'ses:SendEmail',
  'ssm:GetParameters',
];

const LISTING = ['dynamodb:BatchGetItem', 'dynamodb:UpdateItem'];
const CHANGING = ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
/** Taking note of a payment. */
const SETTLING = ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'ssm:GetParameters'];

/** Something new, and the answer that is kept with it. */
const MAKING = ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'ssm:GetParameters'];

export const ROLES: Readonly<Record<string, readonly string[]>> = {
  HealthRole: LOGS,
  NotFoundRole: LOGS,
  DocsShowRole: LOGS,
  DocsShowAssetRole: LOGS,
  DocsShowDescriptionRole: LOGS,
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
    'dynamodb:UpdateItem',
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
  MeCloseRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
    'ssm:GetParameters',
  ],
  MeExportRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
    's3:GetObject',
    's3:GetObject',
    's3:GetObject',
    's3:ListBucket',
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
    'ssm:GetParameters',
  ],
  TestimoniesCreateRole: [...LOGS, ...MAKING],
  TestimoniesListRole: [...LOGS, ...LISTING, 'dynamodb:Query', 'ssm:GetParameters'],
  TestimoniesListOfferableRole: [
    ...LOGS,
    ...LISTING,
    'dynamodb:Query',
    'dynamodb:Query',
    'ssm:GetParameters',
  ],
  TestimoniesShowRole: [...LOGS, ...LISTING],
  TestimoniesCancelRole: [...LOGS, ...LISTING, 'dynamodb:PutItem', 'ssm:GetParameters'],
  TestimoniesCompleteRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
    's3:DeleteObject',
    's3:DeleteObject',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
    'ssm:GetParameters',
  ],
  TestimoniesDownloadRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:UpdateItem',
    's3:GetObject',
    's3:ListBucket',
  ],
  OffersCreateRole: [...LOGS, ...MAKING],
  OffersListRole: [...LOGS, ...LISTING, 'ssm:GetParameters'],
  OffersWithdrawRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:PutItem',
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
  WebhooksStripeRole: [...LOGS, ...SETTLING, 'dynamodb:Query'],
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
  OperatorReleasePhoneRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem'],
  OperatorRetryJobRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  OperatorRetryJobsRole: [...LOGS, 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
  OperatorDismissJobRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ],
  OperatorListTestimoniesRole: [...LOGS, 'dynamodb:Query', 'ssm:GetParameters'],
  OperatorListPayoutsRole: [...LOGS, 'dynamodb:Query', 'ssm:GetParameters'],
  OperatorShowTestimonyRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:Query'],
  OperatorCancelTestimonyRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
  JobsDeliverRole: [
    ...LOGS,
    ...DELIVERY,
    'dynamodb:DescribeStream',
    'dynamodb:GetRecords',
    'dynamodb:GetShardIterator',
    'dynamodb:ListStreams',
    'sqs:SendMessage',
  ],
  JobsSweepRole: [...LOGS, ...DELIVERY],
};

/** The routes that only the sandbox has. */
export const SANDBOX_ROUTES = [
  'POST /api/v1/sandbox/me/approval/toggle',
  'GET /api/v1/sandbox/me/mails',
  'GET /api/v1/sandbox/me/events',
  'POST /api/v1/sandbox/me/identity-review',
  'POST /api/v1/sandbox/me/payment-account',
  'POST /api/v1/sandbox/me/expire-links',
  'POST /api/v1/sandbox/testimonies/{id}/overdue',
] as const;

/** The functions that only the sandbox has, and what others may do there besides. */
export const IN_SANDBOX: Readonly<Record<string, readonly string[]>> = {
  ApprovalsApproveExpertRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
  ApprovalsToggleInSandboxRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  AuthRegisterExpertRole: ['lambda:InvokeFunction'],
  SandboxListMailsRole: [...LOGS, ...LISTING, 'dynamodb:Query', 'ssm:GetParameters'],
  SandboxListEventsRole: [...LOGS, ...LISTING, 'dynamodb:Query', 'ssm:GetParameters'],
  SandboxReviewIdentityRole: [...LOGS, ...CHANGING],
  SandboxSetPaymentAccountRole: [...LOGS, ...CHANGING],
  SandboxExpireLinksRole: [...LOGS, ...CHANGING],
  TestimoniesMakeOverdueInSandboxRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ],
};

/** What a function may do with whose items, where that says much: what a hole in it could not do. */
export const PARTITIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  MeShowRole: { 'USER#*': ['BatchGetItem', 'UpdateItem'] },
  AuthLogoutRole: { 'USER#*': ['BatchGetItem', 'DeleteItem', 'UpdateItem'] },
  AuthLoginRole: {
    'EMAIL#*': ['BatchGetItem', 'UpdateItem'],
    'LIMIT#*': ['UpdateItem'],
    'USER#*': ['ConditionCheckItem', 'PutItem'],
  },
  AuthSendPasswordResetRole: { 'JOB#*': ['PutItem'], 'LIMIT#*': ['UpdateItem'] },
  UploadsCreateRole: { 'LIMIT#*': ['UpdateItem'], 'UPLOAD#*': ['PutItem'], 'USER#*': ['BatchGetItem'] },
  OffersAcceptRole: {
    'CHECKOUT#*': ['BatchGetItem', 'PutItem'],
    'JOB#*': ['PutItem'],
    'OFFER#*': ['BatchGetItem'],
    'PAYMENT#*': ['PutItem'],
    'TESTIMONY#*': ['BatchGetItem', 'PutItem', 'UpdateItem'],
    'USER#*': ['BatchGetItem', 'UpdateItem'],
  },
  TestimoniesDownloadRole: { 'TESTIMONY#*': ['BatchGetItem'], 'USER#*': ['BatchGetItem', 'UpdateItem'] },
  OperatorReleasePhoneRole: { 'PHONE#*': ['DeleteItem'], 'USER#*': ['BatchGetItem', 'PutItem'] },
  OperatorRetryJobsRole: { 'AUDIT#*': ['PutItem'], 'JOB#*': ['UpdateItem'] },
  OperatorDismissJobRole: {
    'AUDIT#*': ['PutItem'],
    'JOB#*': ['BatchGetItem', 'UpdateItem'],
    'TESTIMONY#*': ['BatchGetItem', 'PutItem', 'Query'],
  },
  OperatorRetryJobRole: { 'AUDIT#*': ['PutItem'], 'JOB#*': ['BatchGetItem', 'UpdateItem'] },
};

/** Which lists of the index a function may read. Those of experts hold whole accounts, with their IBANs. */
export const LISTS: Readonly<Record<string, readonly string[]>> = {
  JobsDeliverRole: ['JOBS#*'],
  JobsSweepRole: ['JOBS#*'],
  OperatorListExpertsRole: ['EXPERTS#*'],
  OperatorListJobsRole: ['JOBS#*'],
  OperatorListTestimoniesRole: ['TESTIMONIES#*'],
  OperatorListPayoutsRole: ['PAYOUTS#*'],
  OperatorRetryJobsRole: ['JOBS#*'],
  TestimoniesListOfferableRole: ['OPEN#*'],
};

/** The stars that AWS leaves no other way for. */
export const NAMELESS: readonly RegExp[] = [
  /:log-group:\/aws\/lambda\/\$\{AWS::StackName\}-[a-z-]+:\*$/, // the streams of one group are named by Lambda
  /^\$\{Scans\.Arn\}\/(incoming|identity-documents|testimonies)\/\*$/, // the objects under one prefix
  /^\$\{Table\.Arn\}\/stream\/\*$/, // ListStreams is about all streams that the table ever had
  /:ses:\$\{AWS::Region\}:\$\{AWS::AccountId\}:identity\/\*$/, // in SES's sandbox: also of whoever is written to
];
