/** Tests of the deployed console: it exists in the sandbox only, with a private bucket and the local headers. */
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createContentSecurityPolicy } from '../../../infra/console/security-headers.cjs';
import { packageWithEveryOption } from './stage-options.ts';
import { packageTemplates, type Template } from './template.ts';

let sandbox: Template;
let production: Template;
let templateWithEveryOption: Template;
beforeAll(async () => {
  ({ sandbox, production } = await packageTemplates());
  templateWithEveryOption = await packageWithEveryOption();
}, 180_000);

it('only the sandbox template has resources and outputs of the console', () => {
  const isOurs = ([name, { Type }]: [string, { Type: string }]) =>
    /^Console|CloudFront/.test(`${name} ${Type}`);

  expect(Object.entries(production.resources).filter(isOurs)).toEqual([]);
  expect(Object.keys(production.outputs).filter(name => /console/i.test(name))).toEqual([]);
  expect(Object.entries(sandbox.resources).filter(isOurs).length).toBe(6);
  expect(Object.keys(sandbox.outputs)).toEqual(
    expect.arrayContaining(['ConsoleUrl', 'ConsoleFiles', 'ConsoleDistribution']),
  );
});

it('only the CloudFront distribution of the console can read its bucket', () => {
  const { Statement } = sandbox.getResource('ConsoleFilesForCloudFront').Properties.PolicyDocument;

  expect(
    sandbox.getResource('ConsoleFiles').Properties.PublicAccessBlockConfiguration.RestrictPublicBuckets,
  ).toBe(true);
  expect(Statement).toMatchObject([
    { Effect: 'Allow', Principal: { Service: 'cloudfront.amazonaws.com' }, Action: 's3:GetObject' },
    { Effect: 'Deny', Principal: '*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
  ]);
  expect(JSON.stringify(Statement[0].Condition)).toContain(`distribution/\${Console}`);
});

it('the content security policy of the console allows requests only to the API and the bucket', () => {
  const { SecurityHeadersConfig } =
    sandbox.getResource('ConsoleHeaders').Properties.ResponseHeadersPolicyConfig;
  const [policy, names] = SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy['Fn::Sub'];

  expect(policy).toBe(createContentSecurityPolicy(`\${Api}`, `https://\${Bucket}`));
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
  expect(names).toEqual({
    Api: { 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] },
    Bucket: { 'Fn::GetAtt': ['Scans', 'RegionalDomainName'] },
  });
});

it('the console uses the host name of FRONTEND_URL when the stage has a certificate', () => {
  const getDistributionConfig = (template: Template) =>
    template.getResource('Console').Properties.DistributionConfig;

  expect(getDistributionConfig(sandbox).Aliases).toBeUndefined();
  expect(getDistributionConfig(templateWithEveryOption)).toMatchObject({
    Aliases: ['sandbox.testimony.example'],
    ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
  });
});

describe('the paths of the console', () => {
  it.each([
    ['/testimonies/1', '/index.html'],
    ['/', '/index.html'],
    ['/assets/main-ABC.js', '/assets/main-ABC.js'],
  ])('CloudFront serves the path %s from the file %s', (uri, file) => {
    const { FunctionCode } = sandbox.getResource('ConsolePaths').Properties;
    const code = `${FunctionCode}; handler({ request: { uri: ${JSON.stringify(uri)} } })`;

    expect(runInContext(code, createContext({}))).toMatchObject({ uri: file });
  });
});
