/** Scenarios for the functions of partners, and for those of operators about partners. */
import { clientBody, expertBody, uniqueEmail } from '../../support/builders.ts';
import { withIdempotencyKey } from '../../support/create-request.ts';
import { OPERATOR } from '../../support/operators.ts';
import { createPartner, partnerBody, registerPartner } from '../../support/partners.ts';
import { assertSuccess } from '../../support/start-market.ts';
import type { Service } from '../../support/start-service.ts';
import type { Scenario } from './record-calls.ts';

const REASON = { reason: 'Zmluva 12.' };

const byOperator = () => ({ operator: OPERATOR, ...withIdempotencyKey() });

/** Registers a user through a partner. The next request with the token also records the use of the token. */
export async function signUpThroughPartner(service: Service, role: 'client' | 'expert' = 'client') {
  const { id } = await createPartner(service);
  const guest = { headers: { 'x-partner': id } };
  const email = uniqueEmail();
  const body = role === 'expert' ? expertBody({ email }) : clientBody({ email });
  const { token } = assertSuccess(await service.post(`/auth/register/${role}`, body, guest));
  service.deps.clock.advance(2 * 3600_000);
  return { token, id: String(token).split('_')[0] ?? '', email, guest };
}

/** Creates a scenario in which a partner sends a request with its key, and another one with a wrong key. */
const requestAsPartner =
  (method: string, path: string, body?: object): Scenario =>
  async (service, record) => {
    const { id, key } = await createPartner(service);
    const wrongKey = `${id}|${'x'.repeat(43)}`;
    await record(() => service.sendWithMethod(method, path, body, { token: wrongKey }));
    await record(async () => assertSuccess(await service.sendWithMethod(method, path, body, { token: key })));
  };

const decideAsOperator =
  (decision: string): Scenario =>
  async (service, record) => {
    const { id } = await createPartner(service);
    await record(() => service.post(`/operator/partners/${id}/${decision}`, REASON, byOperator()));
  };

export const PARTNER_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'partner-show': requestAsPartner('GET', '/partner'),
  'partner-update': requestAsPartner('PUT', '/partner', {
    webhook: { url: 'https://partner.sk/webhooks', types: ['testimony.created'] },
  }),
  'partner-rotate-webhook-secret': requestAsPartner('POST', '/partner/webhook/rotate-secret'),
  'partner-send-test-event': requestAsPartner('POST', '/partner/webhook/test'),
  'partner-list-webhook-deliveries': requestAsPartner('GET', '/partner/deliveries'),
  'partner-list-partner-events': requestAsPartner('GET', '/partner/events'),
  'sandbox-list-partner-mails': requestAsPartner('GET', '/sandbox/mails'),
  'partner-rotate-key': requestAsPartner('POST', '/partner/rotate-key'),
  'sandbox-register-partner': async (service, record) => {
    const { token } = await service.registerClient();
    await record(() => service.post('/sandbox/partners', partnerBody(), { token }));
    await record(() => registerPartner(service));
  },
  'operator-create-partner': (service, record) => record(() => createPartner(service)),
  'operator-list-partners': async (service, record) => {
    await createPartner(service);
    await record(() => service.get('/operator/partners', { operator: OPERATOR }));
  },
  'operator-disable-partner': decideAsOperator('disable'),
  'operator-rotate-partner-key': decideAsOperator('rotate-key'),
};
