/**
 * Turns the entries of `infra/functions/*.yml` into Serverless functions and their IAM roles.
 *
 * An entry says once what its function needs; the permissions (`permissions.cjs`) and the
 * environment variables both follow from that, so neither can outgrow the other.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parse } = require('yaml');
const { createRole } = require('./permissions.cjs');
const { isSandbox, readStage } = require('./stage.cjs');

/**
 * @typedef {object} FunctionNeeds
 * @property {string[]} [settings] names of the stage's settings
 * @property {Record<string, string[]>} [table] item actions per partition; a transaction needs those of its parts
 * @property {string[]} [index] partitions of the index that it may query
 * @property {Record<string, string[]>} [objects] object actions per prefix of the bucket
 * @property {boolean} [mail] sends mail
 * @property {string[]} [secrets] names of SSM parameters
 * @property {boolean} [approvesInSandbox] invokes the approval, where the stage approves by itself
 *
 * @typedef {object} FunctionEntry
 * @property {string} handler
 * @property {any[]} [events]
 * @property {{ patterns: string[] }} [package] files beside the code in the function's zip
 * @property {number} [timeout]
 * @property {FunctionNeeds} [needs]
 * @property {boolean} [sandboxOnly] deployed nowhere else
 * @property {Pick<FunctionNeeds, 'settings' | 'table'>} [inSandbox] needed there besides, and nowhere else
 *
 * @typedef {import('./stage.cjs').Stage} Stage
 * @typedef {{ resolveConfigurationProperty: (property: string[]) => Promise<any> }} Serverless
 */

/** @returns {Record<string, FunctionEntry>} every entry of every file beside this one */
function readEntries() {
  const files = readdirSync(__dirname)
    .filter(file => file.endsWith('.yml'))
    .sort();
  return Object.assign(
    {},
    ...files.map(file => parse(readFileSync(join(__dirname, file), 'utf8'), { merge: true })),
  );
}

/**
 * Sandbox routes exist nowhere else: there they are unknown paths, not forbidden ones (infra/docs/api/conventions.md). Nor does
 * what other functions need there besides.
 *
 * @param {Stage} stage
 * @returns {[string, FunctionEntry][]}
 */
function listEntries(stage, entries = readEntries()) {
  const sandbox = isSandbox(stage);
  return Object.entries(entries)
    .filter(([, entry]) => !entry.sandboxOnly || sandbox)
    .map(([name, { inSandbox, ...entry }]) => [
      name,
      sandbox && inSandbox ? addSandboxNeeds(entry, inSandbox) : entry,
    ]);
}

/**
 * @param {FunctionEntry} entry
 * @param {NonNullable<FunctionEntry['inSandbox']>} more
 * @returns {FunctionEntry}
 */
function addSandboxNeeds(entry, { settings = [], table = {} }) {
  const { needs = {} } = entry;
  const all = { settings: [...(needs.settings ?? []), ...settings], table: { ...needs.table, ...table } };
  return { ...entry, needs: { ...needs, ...all } };
}

/**
 * What `not-found` must know to answer 405 instead of 404.
 *
 * @param {Record<string, FunctionEntry>} entries
 * @returns {string[]} `METHOD /path/{parameter}` of every route
 */
function listRoutes(entries) {
  return Object.values(entries)
    .flatMap(entry => entry.events ?? [])
    .map(event => (event.httpApi?.path ? `${event.httpApi.method} ${event.httpApi.path}` : event.httpApi))
    .filter(route => route && route !== '*');
}

/**
 * @param {FunctionNeeds} needs
 * @param {Stage} stage
 * @param {string[]} routes
 * @returns {Record<string, unknown>}
 */
function createEnvironment(needs, stage, routes) {
  const names = [
    ...['STAGE', 'LOG_LEVEL', ...(isSandbox(stage) ? ['SANDBOX'] : [])],
    ...(needs.settings ?? []),
    ...(needs.table || needs.index ? ['TABLE_NAME'] : []),
    ...(needs.objects ? ['BUCKET_NAME'] : []),
    ...(needs.mail ? ['MAIL_FROM', 'SUPPORT_EMAIL'] : []),
    ...(needs.approvesInSandbox && isSandbox(stage) ? ['APPROVE_FUNCTION'] : []),
  ];
  /** @type {Record<string, unknown>} */
  const availableSettings = { ...stage.settings, ROUTES: routes.join(',') };
  const missingNames = names.filter(name => availableSettings[name] === undefined);
  if (missingNames.length > 0) throw new Error(`The stage has no setting ${missingNames.join(', ')}`);
  return {
    ...Object.fromEntries(names.map(name => [name, availableSettings[name]])),
    ...createSecretSettings(needs, stage),
  };
}

/**
 * Locally the secrets themselves; on AWS only where to find them, so that no template holds one.
 *
 * @param {FunctionNeeds} needs
 * @param {Stage} stage
 */
function createSecretSettings({ secrets = [] }, stage) {
  if (secrets.length === 0) return {};
  const values = stage.secrets;
  if (!values) return { SECRETS_PATH: `/testimony/${stage.settings.STAGE}/`, SECRETS: secrets.join(',') };
  return Object.fromEntries(secrets.map(name => [name.toUpperCase().replaceAll('-', '_'), values[name]]));
}

/** @param {Serverless} serverless */
async function functions({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const entries = listEntries(stage);
  const routes = listRoutes(Object.fromEntries(entries));
  return Object.fromEntries(
    entries.map(([name, { needs = {}, sandboxOnly, ...entry }]) => [
      name,
      {
        ...entry,
        reservedConcurrency: stage.reservedConcurrency?.[name],
        role: getRoleName(name),
        environment: createEnvironment(needs, stage, routes),
      },
    ]),
  );
}

/** @param {Serverless} serverless */
async function roles({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const Resources = Object.fromEntries(
    listEntries(stage).map(([name, entry]) => [
      getRoleName(name),
      addTracing(createRole(name, entry, stage), stage),
    ]),
  );
  return { Resources };
}

/**
 * AWS's own policy, since X-Ray's actions know no resource and ours name theirs.
 *
 * @param {ReturnType<typeof createRole>} role
 * @param {Stage} stage
 */
function addTracing(role, { tracing }) {
  if (!tracing) return role;
  const ManagedPolicyArns = [
    { 'Fn::Sub': `arn:\${AWS::Partition}:iam::aws:policy/AWSXRayDaemonWriteAccess` },
  ];
  return { ...role, Properties: { ...role.Properties, ManagedPolicyArns } };
}

/** @param {string} name `me-show` → `MeShowRole` */
const getRoleName = name => `${name.replace(/(?:^|-)(\w)/g, (_, first) => first.toUpperCase())}Role`;

module.exports = { functions, roles, readEntries, listEntries, listRoutes };
