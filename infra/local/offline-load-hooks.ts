/**
 * Mends serverless-offline while Node loads it (`node --import`): what sits in literals or private
 * methods, and so cannot be reached from a plugin. Each edit insists on finding its place.
 */
import { registerHooks } from 'node:module';
import { BODY_LIMIT } from './platform-limits.ts';

const EDITS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  '/serverless-offline/src/events/http/HttpServer.js': [
    ['maxBytes: 1024 * 1024 * 10', `maxBytes: ${BODY_LIMIT}`],
    // HTTP APIs tell `/me/` from `/me`.
    ['stripTrailingSlash: true', 'stripTrailingSlash: false'],
  ],
};

/** Whole modules of serverless-offline that have a better one here. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  'LambdaProxyIntegrationEventV2.js': './http-event.ts',
  'WorkerThreadRunner.js': './worker-runner.ts',
};

registerHooks({
  resolve(specifier, context, next) {
    const name = Object.keys(REPLACEMENTS).find(name => specifier.endsWith(`/${name}`));
    const replacement = name && context.parentURL?.includes('/serverless-offline/') && REPLACEMENTS[name];
    return next(replacement ? import.meta.resolve(replacement) : specifier, context);
  },
  load(url, context, next) {
    const loaded = next(url, context);
    const file = Object.keys(EDITS).find(file => url.endsWith(file));
    if (!file) return loaded;
    let source = String(loaded.source);
    for (const [from, to] of EDITS[file] ?? []) {
      if (!source.includes(from)) throw new Error(`serverless-offline no longer contains "${from}"`);
      source = source.replace(from, to);
    }
    return { ...loaded, source };
  },
});
