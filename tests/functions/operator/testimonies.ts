/** What operators are asked for in the tests of testimonies. */
import type { Market } from '../../support/market.ts';
import { asOperator } from '../../support/operators.ts';

export const operatorRoutes = ({ service }: Market) => ({
  list: async (list: string) => (await service.get(`/operator/${list}`, asOperator)).body.data,
  show: async (id: string) => (await service.get(`/operator/testimonies/${id}`, asOperator)).body.data,
  cancel: (id: string, reason?: unknown) =>
    service.post(`/operator/testimonies/${id}/cancel`, { reason }, asOperator),
});
