/**
 * Turns the entries of `infra/functions/*.yml` into Serverless functions and their IAM roles.
 *
 * An entry says once what its function needs; the permissions (`permissions.cjs`) and the
 * environment variables both follow from that, so neither can outgrow the other.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parse } = require('yaml');
const { roleFor } = require('./permissions.cjs');
const { isSandbox, readStage } = require('./stage.cjs');

/**
 * @typedef {object} Needs
 * @property {string[]} [settings] names of the stage's settings
 * @property {Record<string, string[]>} [table] item actions per partition; a transaction needs those of its parts
 * @property {string[]} [index] partitions of the index that it may query
 * @property {Record<string, string[]>} [objects] object actions per prefix of the bucket
 * @property {boolean} [mail] sends mail
 * @property {string[]} [secrets] names of SSM parameters
 * @property {boolean} [approvesInSandbox] invokes the approval, where the stage approves by itself
 *
 * @typedef {object} Entry
 * @property {string} handler
 * @property {any[]} [events]
 * @property {{ patterns: string[] }} [package] files beside the code in the function's zip
 * @property {number} [timeout]
 * @property {Needs} [needs]
 * @property {boolean} [sandboxOnly] deployed nowhere else
 * @property {Pick<Needs, 'settings' | 'table'>} [inSandbox] needed there besides, and nowhere else
 *
 * @typedef {import('./stage.cjs').Stage} Stage
 * @typedef {{ resolveConfigurationProperty: (property: string[]) => Promise<any> }} Serverless
 */

/** @returns {Record<string, Entry>} every entry of every file beside this one */
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
 * @returns {[string, Entry][]}
 */
function entriesOf(stage, entries = readEntries()) {
  const sandbox = isSandbox(stage);
  return Object.entries(entries)
    .filter(([, entry]) => !entry.sandboxOnly || sandbox)
    .map(([name, { inSandbox, ...entry }]) => [
      name,
      sandbox && inSandbox ? withMore(entry, inSandbox) : entry,
    ]);
}

/**
 * @param {Entry} entry
 * @param {NonNullable<Entry['inSandbox']>} more
 * @returns {Entry}
 */
function withMore(entry, { settings = [], table = {} }) {
  const { needs = {} } = entry;
  const all = { settings: [...(needs.settings ?? []), ...settings], table: { ...needs.table, ...table } };
  return { ...entry, needs: { ...needs, ...all } };
}

/**
 * What `not-found` must know to answer 405 instead of 404.
 *
 * @param {Record<string, Entry>} entries
 * @returns {string[]} `METHOD /path/{parameter}` of every route
 */
function routesOf(entries) {
  return Object.values(entries)
    .flatMap(entry => entry.events ?? [])
    .map(event => (event.httpApi?.path ? `${event.httpApi.method} ${event.httpApi.path}` : event.httpApi))
    .filter(route => route && route !== '*');
}

/**
 * @param {Needs} needs
 * @param {Stage} stage
 * @param {string[]} routes
 * @returns {Record<string, unknown>}
 */
function environmentOf(needs, stage, routes) {
  const names = [
    ...['STAGE', 'LOG_LEVEL', ...(isSandbox(stage) ? ['SANDBOX'] : [])],
    ...(needs.settings ?? []),
    ...(needs.table || needs.index ? ['TABLE_NAME'] : []),
    ...(needs.objects ? ['BUCKET_NAME'] : []),
    ...(needs.mail ? ['MAIL_FROM', 'SUPPORT_EMAIL'] : []),
    ...(needs.approvesInSandbox && isSandbox(stage) ? ['APPROVE_FUNCTION'] : []),
  ];
  /** @type {Record<string, unknown>} */
  const known = { ...stage.settings, ROUTES: routes.join(',') };
  const unknown = names.filter(name => known[name] === undefined);
  if (unknown.length > 0) throw new Error(`The stage has no setting ${unknown.join(', ')}`);
  return { ...Object.fromEntries(names.map(name => [name, known[name]])), ...secretsOf(needs, stage) };
}

/**
 * Locally the secrets themselves; on AWS only where to find them, so that no template holds one.
 *
 * @param {Needs} needs
 * @param {Stage} stage
 */
function secretsOf({ secrets = [] }, stage) {
  if (secrets.length === 0) return {};
  const values = stage.secrets;
  if (!values) return { SECRETS_PATH: `/testimony/${stage.settings.STAGE}/`, SECRETS: secrets.join(',') };
  return Object.fromEntries(secrets.map(name => [name.toUpperCase().replaceAll('-', '_'), values[name]]));
}

/** @param {Serverless} serverless */
async function functions({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const entries = entriesOf(stage);
  const routes = routesOf(Object.fromEntries(entries));
  return Object.fromEntries(
    entries.map(([name, { needs = {}, sandboxOnly, ...entry }]) => [
      name,
      {
        ...entry,
        reservedConcurrency: stage.reservedConcurrency?.[name],
        role: roleNameOf(name),
        environment: environmentOf(needs, stage, routes),
      },
    ]),
  );
}

/** @param {Serverless} serverless */
async function roles({ resolveConfigurationProperty }) {
  const stage = await readStage(resolveConfigurationProperty);
  const Resources = Object.fromEntries(
    entriesOf(stage).map(([name, entry]) => [roleNameOf(name), traced(roleFor(name, entry, stage), stage)]),
  );
  return { Resources };
}

/**
 * AWS's own policy, since X-Ray's actions know no resource and ours name theirs.
 *
 * @param {ReturnType<typeof roleFor>} role
 * @param {Stage} stage
 */
function traced(role, { tracing }) {
  if (!tracing) return role;
  const ManagedPolicyArns = [
    { 'Fn::Sub': `arn:\${AWS::Partition}:iam::aws:policy/AWSXRayDaemonWriteAccess` },
  ];
  return { ...role, Properties: { ...role.Properties, ManagedPolicyArns } };
}

/** @param {string} name `me-show` → `MeShowRole` */
const roleNameOf = name => `${name.replace(/(?:^|-)(\w)/g, (_, first) => first.toUpperCase())}Role`;

module.exports = { functions, roles, readEntries, entriesOf, routesOf };
