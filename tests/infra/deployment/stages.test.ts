/** Tests of the errors of packaging and deploying a stage, and of the functions that a stage has. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { functions, listEntries } from '../../../infra/functions/index.ts';
import RejectExampleNames from '../../../infra/stages/reject-example-names.ts';
import RejectLocalDeployment from '../../../infra/stages/reject-local-deployment.ts';
import RequireSmokeTest from '../../../infra/stages/require-smoke-test.ts';
import { deployExpectingFailure, packageStage } from './package-stage.ts';

it.each([
  [
    'the production stage with SANDBOX on',
    { STAGE: 'production', SANDBOX: 'true' },
    'The production stage cannot be packaged with SANDBOX on',
  ],
  [
    'a stage whose file sets STAGE to another stage',
    { STAGE: 'sandbox' },
    'infra/stages/production.yml sets STAGE to sandbox',
  ],
])('the section of functions cannot be resolved for %s', async (_, settings, complaint) => {
  const configuration = { provider: { stage: 'production' }, custom: { part: 'api', stage: { settings } } };
  const resolveConfigurationProperty = async ([group, name]: string[]) =>
    configuration[group as 'custom'][name as 'stage'];

  // Serverless calls this function for the section `functions`.
  await expect(functions({ resolveConfigurationProperty })).rejects.toThrow(complaint);
});

it('packaging fails for a stage without a file', async () => {
  await expect(packageStage('staging')).rejects.toThrow('"custom.stage": Value not found');
}, 600_000);

it.each([
  ['true', 7],
  ['false', 0],
])('a stage with SANDBOX=%s has %i sandbox routes', (SANDBOX, count) => {
  const routes = listEntries({ settings: { SANDBOX } }).flatMap(([, { events = [] }]) => events);

  expect(routes.filter(({ httpApi }) => /sandbox/i.test(JSON.stringify(httpApi)))).toHaveLength(count);
});

it.each([
  ['true', ['toggle', 'me']],
  ['false', ['me']],
])('a stage with SANDBOX=%s deploys the functions %j', (SANDBOX, names) => {
  const entries = { toggle: { handler: 'toggle.handler', sandboxOnly: true }, me: { handler: 'me.handler' } };

  expect(listEntries({ settings: { SANDBOX } }, entries).map(([name]) => name)).toEqual(names);
});

it('deploying a stage with names under .example fails before anything is built', async () => {
  const { complaint, begun } = await deployExpectingFailure('production', '--param', 'part=state');

  expect(complaint).toContain(
    'infra/stages/production.yml still has names under .example: ' +
      'origins.0, operatorEmail, senderDomain, settings.MAIL_FROM, settings.DIGEST_FROM, ' +
      'settings.SUPPORT_EMAIL, settings.FRONTEND_URL, settings.TERMS_URL, settings.PRIVACY_URL, ' +
      'settings.CONTACT, settings.TURNSTILE_HOSTNAMES.',
  );
  expect(begun).toBe(false);
}, 600_000);

it('deploying a stage without its part fails before anything is built', async () => {
  const { complaint, begun } = await deployExpectingFailure('production');

  expect(complaint).toContain('Cannot resolve variable at "custom.part"');
  expect(begun).toBe(false);
}, 600_000);

const WITH_EXAMPLE = { origins: ['https://www.testimony.sk'], settings: { API_URL: 'https://api.example' } };
const WITHOUT = { senderDomain: 'example.sk', settings: { API_URL: { Ref: 'HttpApi' }, LIMIT: null } };

it.each([
  [['deploy'], WITH_EXAMPLE, 'settings.API_URL'],
  [['deploy', 'function'], WITH_EXAMPLE, 'settings.API_URL'],
  [['deploy', 'list'], WITH_EXAMPLE, undefined],
  [['package'], WITH_EXAMPLE, undefined],
  [['deploy'], WITHOUT, undefined],
])('the command %j with the stage %j reports the .example name %s', (commands, stage, name) => {
  const { hooks } = new RejectExampleNames({
    processedInput: { commands },
    service: { custom: { stage }, provider: { stage: 'staging' } },
    classes: { Error },
  });

  if (name)
    expect(hooks.initialize).toThrow(`infra/stages/staging.yml still has names under .example: ${name}`);
  else expect(hooks.initialize()).toBeUndefined();
});

it.each([
  ['deploy', undefined, [], 'There is no result'],
  ['deploy', { commit: 'HEAD', passed: false }, [], 'has failed'],
  ['deploy', { commit: 'another', passed: true }, [], 'was run for another'],
  ['deploy', { commit: 'HEAD', passed: true }, [], undefined],
  ['deploy', { commit: 'HEAD', passed: true, unproven: ['malware'] }, [], 'has not checked the malware scan'],
  ['deploy', undefined, ['unproven=roll-back'], undefined],
  ['package', undefined, [], undefined],
])('the command %s with the smoke test %j and the parameters %j fails with: %s', (...row) => {
  const [command, result, param, message] = row;
  const serviceDir = mkdtempSync(join(tmpdir(), 'smoke-'));
  onTestFinished(() => rmSync(serviceDir, { recursive: true }));
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: serviceDir, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  writeFileSync(join(serviceDir, '.gitignore'), '.smoke');
  git('add', '.gitignore');
  git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '--quiet', '--message', 'x');
  mkdirSync(join(serviceDir, '.smoke'));
  const commit = result?.commit.replace('HEAD', git('rev-parse', 'HEAD'));
  if (result)
    writeFileSync(
      join(serviceDir, '.smoke/sandbox.json'),
      JSON.stringify({ unproven: [], ...result, commit }),
    );
  const service = { custom: { stage: { settings: { MALWARE_SCAN: 'true' } } } };
  const serverless = { processedInput: { commands: [command] }, service, serviceDir, classes: { Error } };
  const { hooks } = new RequireSmokeTest(serverless, { param });

  if (message) expect(hooks.initialize).toThrow(message);
  else expect(hooks.initialize()).toBeUndefined();
});

it('deploying without a stage fails before anything is built, because the default stage is local', async () => {
  const { complaint, begun } = await deployExpectingFailure('local');

  expect(complaint).toContain(
    'The stage local runs on this machine only (npm start). Deploy a stage with npm run deploy -- --stage sandbox.',
  );
  expect(begun).toBe(false);
}, 600_000);

it.each([
  [['package'], true],
  [['deploy', 'function'], true],
  [['offline'], false],
])('the command %j is rejected for the stage local: %s', (commands, isRejected) => {
  const { hooks } = new RejectLocalDeployment({ processedInput: { commands }, classes: { Error } });

  if (isRejected) expect(hooks.initialize).toThrow('The stage local runs on this machine only');
  else expect(hooks.initialize()).toBeUndefined();
});

it('only the stack of production is protected against deletion', () => {
  const { provider } = parse(readFileSync('serverless.yml', 'utf8'));

  expect(provider.deletionProtection).toEqual({ stages: ['production'] });
});
