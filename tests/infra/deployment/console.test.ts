/**
 * Tests of the deployed console: it exists only in sandboxes that turn it on, has a private bucket, and sends the same
 * headers as locally.
 */
import { createContext, runInContext } from 'node:vm';
import { beforeAll, expect, it } from 'vitest';
import { createContentSecurityPolicy } from '../../../infra/console/security-headers.ts';
import { console as createConsole } from '../../../infra/resources/console.ts';
import { packageWithEveryOption } from './stage-options.ts';
import { packageTemplates, type Template } from './template.ts';

let sandbox: Template;
let withoutConsole: Awaited<ReturnType<typeof packageTemplates>>;
beforeAll(async () => {
  withoutConsole = await packageTemplates();
  sandbox = await packageWithEveryOption();
}, 600_000);

const listConsoleResources = ({ resources }: Template) =>
  Object.entries(resources)
    .filter(([name, { Type }]) => /^Console|CloudFront/.test(`${name} ${Type}`))
    .map(([name]) => name);

it('no stage has a console by default, because many new AWS accounts may not use CloudFront', () => {
  for (const template of Object.values(withoutConsole)) {
    expect(listConsoleResources(template)).toEqual([]);
    expect(Object.keys(template.outputs).filter(name => /console/i.test(name))).toEqual([]);
  }
});

it('the setting `console` adds the resources and outputs of the console', () => {
  expect(listConsoleResources(sandbox)).toHaveLength(6);
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
    Api: { 'Fn::Sub': `https://\${Domain}` },
    Bucket: { 'Fn::Sub': `\${Scans}.s3.\${AWS::Region}.\${AWS::URLSuffix}` },
  });
});

it('the console uses the host name of FRONTEND_URL when the stage has a certificate', () => {
  expect(sandbox.getResource('Console').Properties.DistributionConfig).toMatchObject({
    Aliases: ['sandbox.testimony.example'],
    ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
  });
});

it("the console uses CloudFront's own name when the stage has no certificate", async () => {
  const settings = { STAGE: 'sandbox', SANDBOX: 'true', API_URL: '' };
  const { Resources } = await createConsole({
    resolveConfigurationProperty: async ([section]) =>
      section === 'provider' ? 'sandbox' : { settings, console: {} },
  });

  expect(Resources?.Console.Properties.DistributionConfig).not.toHaveProperty('Aliases');
  expect(Resources?.Console.Properties.DistributionConfig).not.toHaveProperty('ViewerCertificate');
});

it('no console is created for a stage that is not a sandbox', async () => {
  const settings = { STAGE: 'production', SANDBOX: 'false' };
  const created = await createConsole({
    resolveConfigurationProperty: async ([section]) =>
      section === 'provider' ? 'production' : { settings, console: {} },
  });

  expect(created).toEqual({});
});

it.each([
  ['/testimonies/1', '/index.html'],
  ['/', '/index.html'],
  ['/assets/main-ABC.js', '/assets/main-ABC.js'],
])("CloudFront serves the console's path %s from the file %s", (uri, file) => {
  const { FunctionCode } = sandbox.getResource('ConsolePaths').Properties;
  const code = `${FunctionCode}; handler({ request: { uri: ${JSON.stringify(uri)} } })`;

  expect(runInContext(code, createContext({}))).toMatchObject({ uri: file });
});
