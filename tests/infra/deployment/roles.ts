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

const LISTING = ['dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'];
/** Taking note of a payment. */
const SETTLING = ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'ssm:GetParameters'];

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
  OperatorDismissJobRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
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

/** The functions that only the sandbox has, and what others may do there besides. */
export const IN_SANDBOX: Readonly<Record<string, readonly string[]>> = {
  ApprovalsApproveExpertRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem'],
  ApprovalsToggleInSandboxRole: [...LOGS, 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  AuthRegisterExpertRole: ['lambda:InvokeFunction'],
  TestimoniesMakeOverdueInSandboxRole: [
    ...LOGS,
    'dynamodb:BatchGetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
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
  OperatorDismissJobRole: { 'AUDIT#*': ['PutItem'], 'JOB#*': ['BatchGetItem', 'UpdateItem'] },
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
