/** Calls of operator routes about testimonies. */
import { asOperator } from './operators.ts';
import type { Market } from './start-market.ts';

export const operatorRoutes = ({ service }: Market) => ({
  list: async (list: string) => (await service.get(`/operator/${list}`, asOperator)).body.data,
  show: async (id: string) => (await service.get(`/operator/testimonies/${id}`, asOperator)).body.data,
  decide: (id: string, action: string, body: object) =>
    service.post(`/operator/testimonies/${id}/${action}`, { reason: 'Dohoda.', ...body }, asOperator),
  cancel: (id: string, reason?: unknown) =>
    service.post(`/operator/testimonies/${id}/cancel`, { reason }, asOperator),
  endComplaint: (id: string, decision: object) =>
    service.post(`/operator/testimonies/${id}/end-complaint`, decision, asOperator),
});
