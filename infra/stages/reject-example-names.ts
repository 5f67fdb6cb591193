/**
 * Serverless plugin that prevents the deployment of a stage with placeholder names. Names under `.example` are reserved
 * and belong to nobody (RFC 2606). Packaging such a stage is allowed, because tests do it.
 */
import type { Untyped } from '../parts/serverless.ts';

export default class RejectExampleNames {
  readonly hooks: { readonly initialize: () => void };

  constructor(serverless: Untyped) {
    this.hooks = { initialize: () => rejectExampleNames(serverless) };
  }
}

function rejectExampleNames({ processedInput, service, classes }: Untyped) {
  const [command, ...rest] = processedInput.commands;
  if (command !== 'deploy' || rest[0] === 'list') return;
  const exampleNames = findExampleNames(service.custom.stage);
  if (exampleNames.length === 0) return;
  throw new classes.Error(
    `infra/stages/${service.provider.stage}.yml still has names under .example: ${exampleNames.join(', ')}. ` +
      'Replace them with the names of the stage, then deploy.',
  );
}

/** @returns the paths of all texts that contain a name under `.example` */
function findExampleNames(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /\.example\b/.test(value) ? [path] : [];
  return Object.entries(value ?? {}).flatMap(([name, member]) =>
    findExampleNames(member, path ? `${path}.${name}` : name),
  );
}
