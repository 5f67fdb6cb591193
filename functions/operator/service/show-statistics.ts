/**
 * GET /api/v1/operator/statistics (infra/docs/api/operators.md#statistics)
 *
 * Show statistics of a month. They are the registrations, testimonies by state, sums of money and median times (UTC).
 */
import { computeStatistics } from '../../../lib/domain/statistics/month-statistics.ts';
import { createQuery, endpointHandler, ok, operatorOnly } from '../../../lib/http/index.ts';
import { createStatisticsView } from '../../../lib/http/views/books-view.ts';
import { monthlyRecords, testimonies } from '../../../lib/platform/wiring.ts';
import * as field from '../../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: { monthlyRecords, testimonies },
  access: operatorOnly,
  query: createQuery({ month: field.Month }),
  response: { status: 200, data: 'Statistics' },
  handle: async ({ query: { month } }, deps) =>
    ok(createStatisticsView(month, await computeStatistics(month, deps))),
});
