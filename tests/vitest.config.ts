import { defineConfig } from 'vitest/config';

const EMULATORS_SETUP = 'tests/support/start-emulators.ts';

/**
 * The projects: their folders, and what is started once before their tests. `unit` has every other test.
 * A project alone: `npm test -- --project unit`.
 */
const PROJECTS: Readonly<Record<string, { folders: readonly string[]; globalSetup: string[] }>> = {
  // Endpoints, jobs and stores with the engines of the local stack: DynamoDB, S3, SES, Stripe.
  api: {
    folders: [
      'tests/functions',
      'tests/model',
      'tests/infra/docs/partners.test.ts',
      'tests/infra/openapi',
      'tests/lib/domain/market',
      'tests/lib/domain/records.test.ts',
      'tests/lib/http/views/pages.test.ts',
      'tests/lib/log.test.ts',
      'tests/lib/platform/aws',
    ],
    globalSetup: [EMULATORS_SETUP],
  },
  // `npm start` and its parts, the packaged functions with their templates, the programs that are delivered.
  stack: {
    folders: [
      'tests/infra/client',
      'tests/infra/deployment',
      'tests/infra/local',
      'tests/infra/operator',
      'tests/stack',
    ],
    globalSetup: [EMULATORS_SETUP],
  },
  // The console in a browser.
  browser: { folders: ['tests/infra/console'], globalSetup: ['tests/support/launch-browser.ts'] },
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
          // What the compiler must refuse is tried like everything else.
          typecheck: {
            enabled: true,
            include: ['tests/**/*.test-d.ts'],
            tsconfig: 'tests/tsconfig.types.json',
          },
        },
      },
      ...Object.entries(PROJECTS).map(([name, { folders, globalSetup }]) => ({
        extends: true as const,
        test: { name, include: testPatterns(folders), globalSetup },
      })),
    ],
    setupFiles: ['tests/support/captured-log.ts'],
    // Many tests wait for engines of their own; left alone, vitest would use one of two cores.
    maxWorkers: 3,
    // Modules are loaded once per worker: tests share no state but what they ask for by name.
    isolate: false,
    // Generous: on a busy machine a test may take thrice its time, and still be right.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What a function reads as it is loaded; the tests give it a world of their own afterwards.
    env: {
      STAGE: 'local',
      SANDBOX: 'false',
      TABLE_NAME: 'never-used',
      BUCKET_NAME: 'never-used',
      MAIL_FROM: 'never-used@testimony.example',
      API_URL: 'http://127.0.0.1:1',
      FRONTEND_URL: 'http://127.0.0.1:1',
      RATE_LIMITS: 'relaxed',
      PASSWORD_HASH_COST: '4',
      SCANS_KEPT_DAYS: '90',
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
  },
});
