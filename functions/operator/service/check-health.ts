/**
 * GET /api/v1/operator/health (infra/docs/api/operators.md#deep-health-check)
 *
 * Check the stores. The request reads from the table, the bucket, the mail quota and the payment provider, and
 * reports the time of each.
 */
import { checkStores } from '../../../lib/domain/health.ts';
import { endpointHandler, ok, operatorOnly } from '../../../lib/http/index.ts';
import { healthProbes } from '../../../lib/platform/wiring-health.ts';

export const handler = endpointHandler({
  deps: { healthProbes },
  access: operatorOnly,
  response: { status: 200, data: 'StoresHealth' },
  async handle(_, deps) {
    const stores = await checkStores(deps.healthProbes);
    return ok({ status: stores.every(store => store.ok) ? ('ok' as const) : ('degraded' as const), stores });
  },
});
