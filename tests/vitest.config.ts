import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['tests/**/*.test.ts'],
    // What the compiler must refuse is tried like everything else.
    typecheck: { enabled: true, include: ['tests/**/*.test-d.ts'], tsconfig: 'tests/tsconfig.types.json' },
    globalSetup: ['tests/support/emulators.ts'],
    setupFiles: ['tests/support/log.ts'],
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
