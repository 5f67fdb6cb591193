/** Dependencies of one test: the emulators of the local stack, its own table and bucket, and an adjustable clock. */
import { createHash, randomUUID } from 'node:crypto';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { inject } from 'vitest';
import { SIGNATURE_HEADERS } from '../../infra/local/dynamodb.ts';
import {
  createBucket,
  createTable,
  STRIPE_SECRET_KEY,
  TURNSTILE_SECRET,
} from '../../infra/local/emulators.ts';
import { refuseUnattendedMoney } from '../../lib/domain/money/invariants.ts';
import type { Dependencies } from '../../lib/domain/ports/dependencies.ts';
import { metricAlarms } from '../../lib/platform/alarms.ts';
import { dynamoAccountEraser } from '../../lib/platform/aws/accounts/account-eraser.ts';
import { dynamoAccountSearcher } from '../../lib/platform/aws/accounts/account-searcher.ts';
import { dynamoAccounts } from '../../lib/platform/aws/accounts/accounts.ts';
import { dynamoResetTokens } from '../../lib/platform/aws/accounts/resets.ts';
import { dynamoSecondFactors } from '../../lib/platform/aws/accounts/second-factors.ts';
import { dynamoTokens } from '../../lib/platform/aws/accounts/tokens.ts';
import { dynamoActivityLog } from '../../lib/platform/aws/activity/activity.ts';
import { dynamoAuditLog } from '../../lib/platform/aws/activity/audit.ts';
import { createDynamoClient, DYNAMODB_LIMITS } from '../../lib/platform/aws/clients.ts';
import { createLambdaApproval } from '../../lib/platform/aws/experts/automatic-approval.ts';
import { openBucket } from '../../lib/platform/aws/files/bucket.ts';
import { s3Documents } from '../../lib/platform/aws/files/documents.ts';
import { lambdaFileChecks } from '../../lib/platform/aws/files/file-checks.ts';
import { s3Journal } from '../../lib/platform/aws/files/journal.ts';
import { s3MalwareVerdicts } from '../../lib/platform/aws/files/malware-verdicts.ts';
import { s3ObjectLinks } from '../../lib/platform/aws/files/object-links.ts';
import { s3ObjectStore } from '../../lib/platform/aws/files/objects.ts';
import { s3IdentityScans } from '../../lib/platform/aws/files/scans.ts';
import { s3UploadPermits, s3Uploads } from '../../lib/platform/aws/files/uploads.ts';
import { createHealthProbes } from '../../lib/platform/aws/health-probes.ts';
import { dynamoIdempotencyStore } from '../../lib/platform/aws/idempotency/store.ts';
import { dynamoJobLists } from '../../lib/platform/aws/jobs/job-lists.ts';
import { dynamoJobs } from '../../lib/platform/aws/jobs/jobs.ts';
import { dynamoFailureLimiter } from '../../lib/platform/aws/limits/failure-limiter.ts';
import { dynamoRateLimiter } from '../../lib/platform/aws/limits/rate-limiter.ts';
import { dynamoDigests } from '../../lib/platform/aws/mails/digests.ts';
import { sesMailer } from '../../lib/platform/aws/mails/mailer.ts';
import { dynamoMails } from '../../lib/platform/aws/mails/mails.ts';
import { dynamoPartners } from '../../lib/platform/aws/partners/partners.ts';
import { dynamoBooks, dynamoMonthlyRecords } from '../../lib/platform/aws/payments/books.ts';
import { dynamoCheckouts } from '../../lib/platform/aws/payments/checkouts.ts';
import { createSecretsReader } from '../../lib/platform/aws/secrets/secrets.ts';
import { createLinkSigner, createSigner } from '../../lib/platform/aws/secrets/signer.ts';
import { openTable, type Table } from '../../lib/platform/aws/table/table.ts';
import { dynamoTestimonies } from '../../lib/platform/aws/testimonies/testimonies.ts';
import { dynamoUnitOfWork } from '../../lib/platform/aws/unit-of-work/unit-of-work.ts';
import { dynamoWebhookDeliveries } from '../../lib/platform/aws/webhooks/webhook-deliveries.ts';
import { dynamoWebhookStore } from '../../lib/platform/aws/webhooks/webhook-store.ts';
import {
  type Environment,
  readCommissionSettings,
  readPayoutDelay,
  readPayoutLimits,
  readRetention,
} from '../../lib/platform/environment.ts';
import { createImageInspector } from '../../lib/platform/images/image-inspector.ts';
import { resolverMailDns } from '../../lib/platform/mail-dns.ts';
import { bcryptPasswordHasher } from '../../lib/platform/passwords.ts';
import { createDocumentInspector } from '../../lib/platform/pdf/document-inspector.ts';
import { createPayments } from '../../lib/platform/sandbox-payments.ts';
import { createSecurityLog } from '../../lib/platform/security-log.ts';
import { stripeEvents } from '../../lib/platform/stripe/events.ts';
import { systemRandom } from '../../lib/platform/system.ts';
import { turnstileBotCheck } from '../../lib/platform/turnstile.ts';
import { createWebhookSecrets } from '../../lib/platform/webhooks/secrets.ts';
import { createWebhookSender } from '../../lib/platform/webhooks/sender.ts';

export interface TestClock {
  now(): Date;
  advance(milliseconds: number): void;
  /** Advances the clock to the start of the next minute, so that the test runs within one minute. */
  toNextMinute(): void;
}

export interface TestDependencies extends Dependencies {
  clock: TestClock;
  /** The table itself, for direct reads and writes. */
  table: Table;
  environment: Environment;
}

const documentInspector = inspectOnce(createDocumentInspector());
const imageInspector = inspectOnce(createImageInspector());

/** Stores the verdicts on contents, because most tests use the same files and every inspection starts a process. */
function inspectOnce<Verdict>(inspector: { inspect(content: Uint8Array): Promise<Verdict> }) {
  const verdicts = new Map<string, Promise<Verdict>>();
  return {
    inspect(content: Uint8Array): Promise<Verdict> {
      const hash = createHash('sha256').update(content).digest('hex');
      const verdict = verdicts.get(hash) ?? inspector.inspect(content);
      verdicts.set(hash, verdict);
      verdict.catch(() => verdicts.delete(hash));
      return verdict;
    },
  };
}

export async function openDependencies(settings: Record<string, string> = {}): Promise<TestDependencies> {
  const environment = createEnvironment(inject('emulators'), settings);
  await Promise.all([
    createTable(inject('emulators').dynamodb, String(environment.TABLE_NAME), false),
    createBucket(inject('emulators').s3, String(environment.BUCKET_NAME)),
  ]);
  const clock = createTestClock();
  const random = systemRandom;
  const secrets = createSecretsReader(environment);
  const table = openTestTable(environment);
  const bucket = openBucket(environment);
  const payments = createPayments(environment, secrets, dynamoCheckouts(table));
  return {
    environment,
    table,
    books: dynamoBooks(table),
    cursors: createSigner('cursor-keys', secrets),
    checkouts: dynamoCheckouts(table),
    digests: dynamoDigests(table, environment),
    documents: s3Documents(bucket),
    documentInspector,
    fileChecks: lambdaFileChecks(environment),
    testimonies: dynamoTestimonies(table),
    clock,
    random,
    alarms: metricAlarms,
    accounts: dynamoAccounts(table),
    accountSearcher: dynamoAccountSearcher(table, dynamoAccounts(table)),
    idempotency: dynamoIdempotencyStore(table, clock, secrets),
    automaticApproval: createLambdaApproval(environment),
    audit: dynamoAuditLog(table),
    botCheck: turnstileBotCheck(environment, secrets),
    activityLog: dynamoActivityLog(table, clock),
    jobs: dynamoJobs(table, clock),
    jobLists: dynamoJobLists(table, clock),
    journal: s3Journal(bucket),
    rateLimiter: dynamoRateLimiter(table, environment),
    failureLimiter: dynamoFailureLimiter(table, environment),
    linkSigner: createLinkSigner(environment, secrets),
    mailDns: resolverMailDns(environment),
    mailer: sesMailer(environment),
    mails: dynamoMails(table, clock),
    monthlyRecords: dynamoMonthlyRecords(table),
    malwareChecks: s3MalwareVerdicts(bucket, environment),
    objectLinks: s3ObjectLinks(bucket),
    objects: s3ObjectStore(bucket),
    partners: dynamoPartners(table),
    passwordHasher: bcryptPasswordHasher(environment, secrets),
    payments,
    paymentEvents: stripeEvents(secrets, clock),
    healthProbes: createHealthProbes(table, bucket, payments, environment, clock),
    payoutDelay: readPayoutDelay(environment),
    payoutLimits: readPayoutLimits(environment),
    pricing: readCommissionSettings(environment),
    accountEraser: dynamoAccountEraser(table, clock, random),
    resetTokens: dynamoResetTokens(table),
    retention: readRetention(environment),
    secondFactors: dynamoSecondFactors(table, secrets),
    identityScans: s3IdentityScans(bucket),
    imageInspector,
    tokens: dynamoTokens(table, environment),
    unitOfWork: refuseUnattendedMoney(dynamoUnitOfWork(table, random, environment), metricAlarms),
    securityLog: createSecurityLog(secrets),
    uploadPermits: s3UploadPermits(bucket, table),
    uploads: s3Uploads(bucket, table),
    webhooks: dynamoWebhookStore(table),
    webhookDeliveries: dynamoWebhookDeliveries(table, clock),
    webhookSecrets: createWebhookSecrets(secrets),
    webhookSender: createWebhookSender(environment),
  };
}

/** Opens the table with shorter waits before repeated attempts, and without real signatures, which take time. */
function openTestTable(environment: Environment): Table {
  const retryStrategy = new ConfiguredRetryStrategy(DYNAMODB_LIMITS.attempts, 1);
  const client = createDynamoClient(environment, { ...DYNAMODB_LIMITS, retryStrategy });
  client.config.signer = async () => ({
    sign: async request => ({ ...request, headers: { ...request.headers, ...SIGNATURE_HEADERS } }),
  });
  return { ...openTable(environment, client), backOffMs: 2 };
}

function createEnvironment(
  emulators: Record<'dynamodb' | 's3' | 'ses' | 'dns' | 'turnstile' | 'stripe', string>,
  settings: Record<string, string>,
): Environment {
  const name = `test-${randomUUID()}`;
  return {
    STAGE: 'local',
    SANDBOX: 'false',
    TABLE_NAME: name,
    BUCKET_NAME: name,
    MAIL_FROM: 'noreply@testimony.example',
    DIGEST_FROM: 'noreply@novinky.testimony.example',
    MAILED_TO: '*',
    SUPPORT_EMAIL: 'podpora@testimony.example',
    TERMS_URL: 'https://www.testimony.example/terms',
    PRIVACY_URL: 'https://www.testimony.example/privacy',
    CONTACT: 'podpora@testimony.example',
    API_URL: 'https://api.testimony.example',
    FRONTEND_URL: 'https://www.testimony.example',
    BOT_PROTECTION: 'false',
    TURNSTILE_URL: emulators.turnstile,
    TURNSTILE_HOSTNAMES: 'www.testimony.example',
    TURNSTILE_SECRET,
    DNS_SERVERS: emulators.dns,
    RATE_LIMITS: 'relaxed',
    PASSWORD_HASH_COST: '4',
    PASSWORD_PEPPERS: '{"1":"pepper of the tests"}',
    STRIPE_URL: emulators.stripe,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRETS: 'platform:whsec_platform,connect:whsec_connect',
    COMMISSION_PERCENT: '10',
    MIN_COMMISSION: '1',
    PAYOUT_DELAY_DAYS: '0',
    PAYOUT_MIN_DAYS: '0',
    PAYOUT_DAILY_CAP: '5000',
    DIGEST_MINUTES: '60',
    SCANS_KEPT_DAYS: '90',
    MALWARE_SCAN: 'true',
    SECRETS: 'link-keys,cursor-keys,response-keys,log-keys,webhook-keys',
    LINK_KEYS: 'link key of the tests 32 or more characters',
    CURSOR_KEYS: 'cursor key of the tests 32 or more characters',
    RESPONSE_KEYS: 'response key of the tests 32 or more characters',
    LOG_KEYS: 'log key of the tests 32 or more characters',
    WEBHOOK_KEYS: 'webhook key of the tests 32 or more characters',
    LOCAL_WEBHOOKS: 'true',
    APPROVE_FUNCTION: 'approve',
    CHECK_FILES_FUNCTION: 'check-files',
    AWS_ENDPOINT_URL_DYNAMODB: emulators.dynamodb,
    AWS_ENDPOINT_URL_S3: emulators.s3,
    AWS_ENDPOINT_URL_SES: emulators.ses,
    ...settings,
  };
}

function createTestClock(): TestClock {
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  return {
    now,
    toNextMinute: () => {
      offset += 60_000 - (now().getTime() % 60_000);
    },
    advance: milliseconds => {
      offset += milliseconds;
    },
  };
}
