/** Calls of operator routes about testimonies and their money. */
import { MONEY_LISTS } from '../../lib/domain/model/payments/money-list.ts';
import type { Testimony } from '../../lib/domain/model/testimonies/testimony.ts';
import type { ResponseData } from '../../lib/http/response/success-response.ts';
import { asOperator } from './operators.ts';
import type { Market } from './start-market.ts';

export const operatorRoutes = ({ service }: Market) => ({
  list: async (list: string) => (await service.get(`/operator/${list}`, asOperator)).body.data,
  /** Lists the amounts in one list of operators, or the amounts with a reason in all lists. */
  async listMoney(listOrReason: string): Promise<ResponseData<'WaitingMoney'>[]> {
    const isList = MONEY_LISTS.some(list => list === listOrReason);
    const found: ResponseData<'WaitingMoney'>[] = [];
    for (const list of isList ? [listOrReason] : MONEY_LISTS) {
      const { body } = await service.get(`/operator/money?list=${list}&limit=100`, asOperator);
      found.push(...body.data);
    }
    return found.filter(({ reason }) => isList || reason === listOrReason);
  },
  show: async (id: string) => (await service.get(`/operator/testimonies/${id}`, asOperator)).body.data,
  decide: (id: string, action: string, body: object) =>
    service.post(`/operator/testimonies/${id}/${action}`, { reason: 'Dohoda.', ...body }, asOperator),
  cancel: (id: string, reason?: unknown) =>
    service.post(`/operator/testimonies/${id}/cancel`, { reason }, asOperator),
  endComplaint: (id: string, decision: object) =>
    service.post(`/operator/testimonies/${id}/end-complaint`, decision, asOperator),
});

/** Lists the testimonies whose accepted payment is in a list of operators, or in any list with a reason. */
export async function listWaitingTestimonies(market: Market, listOrReason: string): Promise<Testimony[]> {
  const listed = await operatorRoutes(market).listMoney(listOrReason);
  const ids = new Set(listed.map(({ testimonyId }) => testimonyId ?? ''));
  const found = await market.service.deps.testimonies.findAll([...ids]);
  return found.filter(({ sessionId }) => listed.some(each => each.sessionId === sessionId));
}
