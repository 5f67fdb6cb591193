/**
 * ANY (every request that no other route takes)
 *
 * Returns 404 for an unknown path, and 405 with `Allow` for a known path with an unsupported method
 * (infra/docs/api/conventions.md#statuses).
 */
import { DomainError } from '../lib/domain/errors.ts';
import { anyone, endpointHandler } from '../lib/http/index.ts';
import { listAllowedMethods } from '../lib/http/response/allowed-methods.ts';

export const handler = endpointHandler({
  /** All routes of the API, for example `GET /api/v1/me`. The bundler inserts them (infra/bundle/build-bundles.ts). */
  deps: { routes: (process.env.ROUTES ?? '').split(',') },
  access: anyone,
  response: { status: 204 },
  errors: ['not-found', 'method-not-allowed'],
  async handle({ request }, { routes }) {
    const methods = listAllowedMethods(request.path, routes);
    if (methods.length > 0) throw new DomainError('method-not-allowed', { allow: methods.join(', ') });
    throw new DomainError('not-found');
  },
});
