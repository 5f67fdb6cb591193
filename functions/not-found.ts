/**
 * ANY (every request that no other route takes)
 *
 * Answers unknown paths, and known paths with a wrong method, in the contract's form.
 */
import { Refusal } from '../lib/domain/errors.ts';
import { anyone } from '../lib/http/access.ts';
import { endpoint } from '../lib/http/endpoint.ts';
import { lambda } from '../lib/http/lambda.ts';
import { allowedMethods } from '../lib/http/routes.ts';

export const notFound = endpoint({
  /** Every deployed route, `GET /api/v1/me`. */
  needs: { routes: (process.env.ROUTES ?? '').split(',') },
  access: anyone,
  response: { status: 204 },
  refuses: ['not-found', 'method-not-allowed'],
  async run({ request }, { routes }) {
    const methods = allowedMethods(request.path, routes);
    if (methods.length > 0) throw new Refusal('method-not-allowed', { allow: methods.join(', ') });
    throw new Refusal('not-found');
  },
});

export const handler = lambda(notFound);
