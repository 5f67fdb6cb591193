/** Tests of the errors of packaging and deploying a stage, and of the functions that a stage has. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { functions } from '../../../infra/functions/index.ts';
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

  // Serverless calls `functions` to resolve the section `functions` of its configuration.
  await expect(functions({ resolveConfigurationProperty })).rejects.toThrow(complaint);
});

it('packaging fails for a stage without a file in infra/stages', async () => {
  await expect(packageStage('staging')).rejects.toThrow('"custom.stage": Value not found');
}, 600_000);

it('the deployment of a stage fails before anything is built when no part is given', async () => {
  const { complaint, begun } = await deployExpectingFailure('production');

  expect(complaint).toContain('Cannot resolve variable at "custom.part"');
  expect(begun).toBe(false);
}, 600_000);

it('only the stack of production is protected against deletion', () => {
  const { provider } = parse(readFileSync('serverless.yml', 'utf8'));

  expect(provider.deletionProtection).toEqual({ stages: ['production'] });
});
