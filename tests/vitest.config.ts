import { defineConfig } from 'vitest/config';

// Node.js compiles the modules of the many processes that tests start once, instead of for each process.
process.env.NODE_COMPILE_CACHE ??= new URL('../node_modules/.cache/node', import.meta.url).pathname;

const EMULATORS_SETUP = 'tests/support/start-emulators.ts';

/**
 * Test projects with their folders and global setup. The project `unit` contains all other tests.
 * `npm test -- --project unit` runs a single project.
 */
const PROJECTS: Readonly<
  Record<string, { folders: readonly string[]; globalSetup: string[]; retry?: number }>
> = {
  // Tests of endpoints, jobs and stores with the emulators of the local stack: DynamoDB, S3, SES, Stripe.
  api: {
    folders: [
      'tests/functions',
      'tests/model',
      'tests/infra/docs/partners.test.ts',
      'tests/infra/docs/webhook-receiver.test.ts',
      'tests/infra/openapi',
      'tests/lib/domain/payments',
      'tests/lib/domain/testimonies',
      'tests/lib/domain/changes.test.ts',
      'tests/lib/http/views/pages.test.ts',
      'tests/lib/log.test.ts',
      'tests/lib/platform/aws',
    ],
    globalSetup: [EMULATORS_SETUP],
  },
  // Tests of `npm start` and its parts, and the packaged functions with their templates.
  stack: {
    folders: [
      'tests/infra/bench/main.test.ts',
      'tests/infra/deployment',
      'tests/infra/local',
      'tests/infra/operator',
      'tests/stack',
    ],
    globalSetup: [EMULATORS_SETUP],
  },
  // Tests of the console in a browser, with one local stack for all of them.
  browser: {
    folders: ['tests/infra/console/*.test.ts'],
    globalSetup: ['tests/infra/console/start-console.ts'],
    // When the machine pauses, a function can exceed its timeout, and a page shows a 503. The error of the first
    // attempt is printed.
    retry: 1,
  },
};

const testPatterns = (folders: readonly string[]) =>
  folders.map(folder => (folder.endsWith('.ts') ? folder : `${folder}/**/*.test.ts`));

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: Object.values(PROJECTS).flatMap(({ folders }) => testPatterns(folders)),
        },
      },
      ...Object.entries(PROJECTS).map(([name, { folders, globalSetup, retry = 0 }]) => ({
        extends: true as const,
        test: { name, include: testPatterns(folders), globalSetup, retry },
      })),
    ],
    setupFiles: ['tests/support/captured-log.ts', 'tests/support/fixed-seed.ts'],
    // Many tests wait for emulators, so three workers are faster even on two cores, where vitest would use one.
    maxWorkers: 3,
    // Modules are loaded once per worker. Tests share no state except modules that they import.
    isolate: false,
    // A test may take many times longer on a busy machine, and must still succeed.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // Functions read these variables when they are loaded. Afterwards, tests pass their own dependencies.
    env: {
      STAGE: 'local',
      SANDBOX: 'false',
      TABLE_NAME: 'never-used',
      BUCKET_NAME: 'never-used',
      MAIL_FROM: 'never-used@testimony.example',
      DIGEST_FROM: 'never-used@testimony.example',
      TERMS_URL: 'http://127.0.0.1:1',
      PRIVACY_URL: 'http://127.0.0.1:1',
      CONTACT: 'never-used@testimony.example',
      API_URL: 'http://127.0.0.1:1',
      FRONTEND_URL: 'http://127.0.0.1:1',
      RATE_LIMITS: 'relaxed',
      PASSWORD_HASH_COST: '4',
      SCANS_KEPT_DAYS: '90',
      PAYOUT_DELAY_DAYS: '0',
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
  },
});
