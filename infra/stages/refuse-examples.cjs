/**
 * Serverless plugin that prevents the deployment of a stage with placeholder names. Names under `.example` are reserved
 * and belong to nobody (RFC 2606). Packaging such a stage is allowed, so that tests can do it.
 */
module.exports = class RefuseExamples {
  /** @param {any} serverless */
  constructor(serverless) {
    this.hooks = { initialize: () => refuse(serverless) };
  }
};

/** @param {any} serverless */
function refuse({ processedInput, service, classes }) {
  const [command, ...rest] = processedInput.commands;
  if (command !== 'deploy' || rest[0] === 'list') return;
  const examples = examplesIn(service.custom.stage);
  if (examples.length === 0) return;
  throw new classes.Error(
    `infra/stages/${service.provider.stage}.yml still has names under .example: ${examples.join(', ')}. ` +
      'Replace them with the names of the stage, then deploy.',
  );
}

/**
 * @param {unknown} value
 * @param {string} [path]
 * @returns {string[]} the paths of all texts that contain a name under `.example`
 */
function examplesIn(value, path = '') {
  if (typeof value === 'string') return /\.example\b/.test(value) ? [path] : [];
  return Object.entries(value ?? {}).flatMap(([name, member]) =>
    examplesIn(member, path ? `${path}.${name}` : name),
  );
}
