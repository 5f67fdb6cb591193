/**
 * GET /api/v1/operator/statistics (infra/docs/api/operators.md#statistics)
 *
 * Show statistics of a month. They are the registrations, testimonies by state, sums of money and median times (UTC).
 */
import { computeStatistics } from '../../lib/domain/statistics/month-statistics.ts';
import { operatorOnly } from '../../lib/http/access/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { lambdaHandler } from '../../lib/http/lambda.ts';
import { query } from '../../lib/http/request/query.ts';
import { ok } from '../../lib/http/response/response.ts';
import { statisticsView } from '../../lib/http/views/books-view.ts';
import { monthlyRecords, testimonies } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const querySchema = query({ month: field.Month });

export const showStatisticsEndpoint = endpoint({
  deps: { monthlyRecords, testimonies },
  access: operatorOnly,
  query: querySchema,
  response: { status: 200, data: 'Statistics' },
  handle: async ({ query: { month } }, deps) =>
    ok(statisticsView(month, await computeStatistics(month, deps))),
});

export const handler = lambdaHandler(showStatisticsEndpoint);
