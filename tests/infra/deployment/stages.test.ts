/** Tests of the errors of packaging and deploying a stage, and of the functions that a stage has. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { functions, listEntries } from '../../../infra/functions/index.ts';
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
  ['true', 9],
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

it('deploying a stage without its part fails before anything is built', async () => {
  const { complaint, begun } = await deployExpectingFailure('production');

  expect(complaint).toContain('Cannot resolve variable at "custom.part"');
  expect(begun).toBe(false);
}, 600_000);

it('only the stack of production is protected against deletion', () => {
  const { provider } = parse(readFileSync('serverless.yml', 'utf8'));

  expect(provider.deletionProtection).toEqual({ stages: ['production'] });
});
