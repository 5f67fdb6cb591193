/** Reads the settings of `npm start` from environment variables (infra/docs/partners.md). */

import { readLegalLinks } from '../../lib/legal-links.ts';

export interface LocalStackSettings {
  readonly apiPort: number;
  readonly inboxPort: number;
  readonly consolePort: number;
  readonly apiUrl: string;
  readonly stripeWebhookSecret: string;
  /** The secret that the Stripe emulator signs events about connected accounts with. */
  readonly stripeConnectSecret: string;
  /** The base URL of the links in mails. If it is undefined, mails link to the console. */
  readonly frontendUrl: string | undefined;
  /** Whether the stack registers the test accounts of the front page. */
  readonly hasTestAccounts: boolean;
  /** How log lines are printed: readable, or as the functions write them. */
  readonly logFormat: 'text' | 'json';
  /** The folder for stored data. If it is undefined, the stack uses a new folder, which it removes when it stops. */
  readonly dataDirectory: string | undefined;
  /** Validated environment variables for the functions. Variables that are not set have default values. */
  readonly functions: Readonly<Record<string, string>>;
}

/**
 * Reads and validates the settings.
 * @param isTerminal whether the output is a terminal, where log lines are readable unless LOG_FORMAT sets the format
 * @throws Error with a message for the developer when a setting is invalid
 */
export function readSettings(env: NodeJS.ProcessEnv, isTerminal: boolean): LocalStackSettings {
  const readChoice = <Value extends string>(name: string, fallback: Value, ...otherValues: Value[]) => {
    const allowed = [...new Set([fallback, ...otherValues])];
    const value = allowed.find(each => each === (env[name] || fallback));
    if (!value) throw new Error(`${name} must be ${allowed.join(' or ')}, not "${env[name]}".`);
    return value;
  };
  const STAGE = readChoice('STAGE', 'local', 'sandbox', 'production');
  const isProduction = STAGE === 'production';
  const SANDBOX = readChoice('SANDBOX', isProduction ? 'false' : 'true', 'true', 'false');
  if (isProduction && SANDBOX === 'true') {
    throw new Error(
      'SANDBOX=true is not allowed with STAGE=production: only a sandbox approves experts automatically.',
    );
  }
  const hasTestAccounts = readChoice('TEST_ACCOUNTS', 'true', 'false') === 'true' && SANDBOX === 'true';
  const apiPort = readPort(env, 'API_PORT', 3000);
  const ownUrl = `http://localhost:${apiPort}`;
  const legal = {
    TERMS_URL: env.TERMS_URL || `${ownUrl}/terms`,
    PRIVACY_URL: env.PRIVACY_URL || `${ownUrl}/privacy`,
    CONTACT: env.CONTACT || 'podpora@testimony.example',
  };
  readLegalLinks(legal);
  const stripeWebhookSecret = env.STRIPE_WEBHOOK_SECRET || 'whsec_local';

  return {
    apiPort,
    inboxPort: readPort(env, 'INBOX_PORT', 8005),
    consolePort: readPort(env, 'CONSOLE_PORT', 8006),
    hasTestAccounts,
    logFormat: readChoice('LOG_FORMAT', isTerminal ? 'text' : 'json', 'text', 'json'),
    apiUrl: env.API_URL || ownUrl,
    stripeWebhookSecret,
    stripeConnectSecret: `${stripeWebhookSecret}_connect`,
    frontendUrl: env.FRONTEND_URL || undefined,
    dataDirectory: env.DATA_DIR || undefined,
    functions: {
      STAGE,
      SANDBOX,
      ...legal,
      MAILED_TO: env.MAILED_TO || '*',
      BOT_PROTECTION: readChoice('BOT_PROTECTION', 'false', 'true'),
      PLATFORM_LIMITS: readChoice('PLATFORM_LIMITS', 'none', 'aws'),
      RATE_LIMITS: readChoice('RATE_LIMITS', 'relaxed', 'strict', 'partner'),
      PASSWORD_HASH_COST: String(readWholeNumber(env, 'PASSWORD_HASH_COST', 12, 4, 16)),
      COMMISSION_PERCENT: String(readWholeNumber(env, 'COMMISSION_PERCENT', 10, 0, 100)),
      MIN_COMMISSION: String(readWholeNumber(env, 'MIN_COMMISSION', 1, 0, 1000)),
      PAYOUT_DELAY_DAYS: String(readWholeNumber(env, 'PAYOUT_DELAY_DAYS', 0, 0, 30)),
      PAYOUT_MIN_DAYS: String(readWholeNumber(env, 'PAYOUT_MIN_DAYS', 0, 0, 30)),
      PAYOUT_DAILY_CAP: String(readWholeNumber(env, 'PAYOUT_DAILY_CAP', 5000, 0, 1_000_000)),
      DIGEST_MINUTES: String(readWholeNumber(env, 'DIGEST_MINUTES', 1, 1, 60)),
      SCANS_KEPT_DAYS: String(readWholeNumber(env, 'SCANS_KEPT_DAYS', 90, 1, 180)),
      MALWARE_SCAN: readChoice('MALWARE_SCAN', 'true', 'false'),
      LOG_LEVEL: readChoice('LOG_LEVEL', 'info', 'warn', 'error'),
    },
  };
}

const readPort = (env: NodeJS.ProcessEnv, name: string, fallback: number) =>
  readWholeNumber(env, name, fallback, 1, 65_535);

function readWholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number) {
  const value = Number(env[name] || fallback);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${env[name]}".`);
  }
  return value;
}
