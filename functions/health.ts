/**
 * GET /api/v1/health
 *
 * Check that the service accepts requests. This endpoint calls no dependency, so it does not report the health of the
 * table, the mailer or the payment provider. Monitors can also send `HEAD`, whose response has no body.
 */
import { DomainError } from '../lib/domain/errors.ts';
import { anyone, endpointHandler, ok } from '../lib/http/index.ts';

export const handler = endpointHandler({
  deps: {},
  access: anyone,
  response: { status: 200, data: 'Health' },
  errors: ['forbidden'],
  async handle({ request }) {
    // The deep check has a route of its own, because API Gateway authenticates operators by route
    // (infra/docs/api/operators.md#deep-health-check).
    if (request.query.deep !== undefined) throw new DomainError('forbidden');
    return ok({ status: 'ok' as const });
  },
});
