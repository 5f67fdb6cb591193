/** Partners that register themselves in the sandbox. */
import { uniqueEmail } from './builders.ts';
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
