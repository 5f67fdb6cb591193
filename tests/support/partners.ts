/** Partners, which register themselves in the sandbox or are created by operators. */
import { uniqueEmail } from './builders.ts';
import { withIdempotencyKey } from './create-request.ts';
import { OPERATOR } from './operators.ts';
import { assertSuccess } from './start-market.ts';
import type { Service } from './start-service.ts';

export const partnerBody = (change: object = {}) => ({
  name: 'Realitný portál',
  email: uniqueEmail('portal.sk'),
  frontendUrl: 'https://test.portal.sk',
  ...change,
});

export interface RegisteredPartner {
  readonly id: string;
  readonly key: string;
  /** Headers of a guest who comes through the partner. */
  readonly headers: { readonly 'x-partner': string };
}

export async function registerPartner(service: Service, change: object = {}): Promise<RegisteredPartner> {
  const { id, key } = assertSuccess(await service.post('/sandbox/partners', partnerBody(change)));
  return { id, key, headers: { 'x-partner': id } };
}

/** Creates a partner as an operator, which is possible in every stage. */
export async function createPartner(service: Service): Promise<{ id: string; name: string; key: string }> {
  const body = { ...partnerBody(), reason: 'Zmluva 12.' };
  return assertSuccess(
    await service.post('/operator/partners', body, { operator: OPERATOR, ...withIdempotencyKey() }),
  );
}
