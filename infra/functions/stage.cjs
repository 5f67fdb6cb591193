/**
 * Settings of a stage, read from its file in `infra/stages/`.
 *
 * @typedef {string | Record<string, unknown>} Value a string or a CloudFormation reference
 * @typedef {{ rate: number, burst: number }} Throttle requests per second, and maximum burst
 * @typedef {object} Stage contents of a file in `infra/stages/`
 * @property {Record<string, Value>} settings values for the functions' environment variables
 * @property {Record<string, string>} [secrets] values of the secrets, in the local stack only
 * @property {string[]} [origins] allowed origins of frontends
 * @property {{ all: Throttle, hashing: Throttle }} [throttling] limits for all routes and for hashing routes
 * @property {boolean} [tracing] whether X-Ray is on
 * @property {Record<string, number>} [reservedConcurrency] reserved concurrency by function name
 * @property {number} [streamParallelization] batches of one shard of the table's stream that run at the same time
 * @property {{ name: string, stream: string, isFormerReleased?: boolean }} [restoredTable] table that replaces the one of
 *   the stack, the ARN of its stream, and whether the former table leaves the stack (infra/docs/restore.md)
 * @property {{ name: string, certificate: string }} [domain] custom domain of the API, with the ARN of its certificate
 * @property {{ certificate?: string }} [console] settings of the console, in sandbox stages only
 */

/**
 * Reads the settings of the stage that is being packaged.
 *
 * @param {(property: string[]) => Promise<any>} resolveProperty reads a property of the Serverless configuration
 * @throws Error when the stage's file has the name of another stage, or turns the sandbox on in production
 * @returns {Promise<Stage>}
 */
async function readStage(resolveProperty) {
  const name = await resolveProperty(['provider', 'stage']);
  const stage = await resolveProperty(['custom', 'stage']);
  assertStageName(name, stage);
  assertNoSandboxInProduction(stage);
  assertTokenDate(stage);
  assertNoLocalWebhooks(name, stage);
  return applyRestoredTable(stage.domain ? applyDomain(stage) : stage);
}

/**
 * Returns whether the stage is a sandbox.
 *
 * @param {Stage} stage
 */
const isSandbox = stage => stage.settings.SANDBOX === 'true';

/**
 * Sets `API_URL` to the custom domain of the stage.
 *
 * @param {Stage} stage
 * @returns {Stage}
 */
const applyDomain = stage => ({
  ...stage,
  settings: { ...stage.settings, API_URL: `https://${stage.domain?.name}` },
});

/**
 * References to the table that the functions use.
 *
 * @typedef {object} TableReferences
 * @property {unknown} name
 * @property {unknown} arn
 * @property {unknown} index ARN of the index
 * @property {unknown} streams ARN pattern of all its streams
 * @property {unknown} stream ARN of its current stream
 */

/**
 * Returns the references to the table that the functions use: the table of the stack, or a restored one. The table of
 * the stack stays in the template, so that a deployment with the setting neither deletes nor replaces it.
 *
 * @param {Stage} stage
 * @returns {TableReferences}
 */
function getTable({ restoredTable }) {
  if (!restoredTable) {
    return {
      name: { Ref: 'Table' },
      arn: { 'Fn::GetAtt': ['Table', 'Arn'] },
      index: { 'Fn::Sub': `\${Table.Arn}/index/gsi1` },
      streams: { 'Fn::Sub': `\${Table.Arn}/stream/*` },
      stream: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    };
  }
  const { name, stream } = restoredTable;
  const arn = `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/${name}`;
  return {
    name,
    arn: { 'Fn::Sub': arn },
    index: { 'Fn::Sub': `${arn}/index/gsi1` },
    streams: { 'Fn::Sub': `${arn}/stream/*` },
    stream,
  };
}

/**
 * Sets `TABLE_NAME` to the restored table, if the stage has one.
 *
 * @param {Stage} stage
 * @throws Error when the stream is not one of the table's, because its jobs would then never be delivered at once
 * @returns {Stage}
 */
function applyRestoredTable(stage) {
  const { restoredTable } = stage;
  if (!restoredTable) return stage;
  const { name, stream } = restoredTable;
  // The permissions boundary of the roles has the same prefix (infra/account/account.yml).
  if (!/^testimony-[\w.-]{1,245}$/.test(name) || !stream?.includes(`:table/${name}/stream/`)) {
    throw new Error('restoredTable needs the name of a table and the ARN of a stream of the same table');
  }
  return { ...stage, settings: { ...stage.settings, TABLE_NAME: name } };
}

/**
 * Requires that `TOKENS_VALID_FROM`, if it is set, is a time in UTC that has passed. With a time in the future, no login
 * would work until then.
 *
 * @param {Stage} stage
 */
function assertTokenDate({ settings: { TOKENS_VALID_FROM } }) {
  if (!TOKENS_VALID_FROM) return;
  const text = String(TOKENS_VALID_FROM);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isTime) throw new Error(`TOKENS_VALID_FROM must be a time like 2026-01-31T12:00:00Z, not ${text}`);
  if (Date.parse(text) > Date.now()) throw new Error('TOKENS_VALID_FROM must not be in the future');
}

/**
 * Requires that the setting `STAGE` is the name of the stage's file. If a file were copied without changing `STAGE`,
 * the new stage would read the secrets of the old stage. Only the local stack may use the name of another stage.
 *
 * @param {string} name
 * @param {Stage} stage
 */
function assertStageName(name, { settings }) {
  if (name !== 'local' && settings.STAGE !== name) {
    throw new Error(`infra/stages/${name}.yml sets STAGE to ${settings.STAGE}`);
  }
}

/**
 * Requires that the production stage is not a sandbox, because sandboxes approve experts automatically
 * (infra/docs/api/sandbox.md).
 *
 * @param {Stage} stage
 */
function assertNoSandboxInProduction({ settings }) {
  if (settings.STAGE === 'production' && settings.SANDBOX !== 'false') {
    throw new Error('The production stage cannot be packaged with SANDBOX on');
  }
}

/**
 * Requires that only the local stack delivers webhooks to its own machine. In a deployed stage, they could reach the
 * Lambda's own services.
 *
 * @param {string} name
 * @param {Stage} stage
 */
function assertNoLocalWebhooks(name, { settings }) {
  if (name !== 'local' && String(settings.LOCAL_WEBHOOKS ?? 'false') !== 'false')
    throw new Error(`infra/stages/${name}.yml must not turn LOCAL_WEBHOOKS on`);
}

module.exports = { readStage, isSandbox, getTable };
