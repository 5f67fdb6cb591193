/** API views of partners (infra/docs/api/partners.md). */
import type { Partner } from '../../domain/model/partners/partner.ts';
import { getEndpointState } from '../../domain/model/webhooks/webhook.ts';
import type { PartnerWithKey } from '../../domain/partners/partners.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import type { ChangedWebhook } from '../../domain/webhooks/endpoints.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick } from './members.ts';
import { createWebhookView } from './webhook-view.ts';

export async function loadPartnerView(
  partner: Partner,
  { endpoint, secret }: ChangedWebhook,
  { partners }: Pick<Dependencies, 'partners'>,
): Promise<ResponseData<'Partner'>> {
  const webhook = endpoint && { ...createWebhookView(endpoint), ...(secret && { secret }) };
  const users = await partners.countUsers(partner.id);
  return { ...pick(partner, 'id', 'name', 'frontendUrl', 'email', 'createdAt'), users, webhook };
}

export const createNewPartnerView = ({ partner, key }: PartnerWithKey): ResponseData<'NewPartner'> => ({
  ...pick(partner, 'id', 'name', 'frontendUrl'),
  key,
  webhook: null,
});

export const createListedPartnerView = ({
  partner,
  endpoint,
}: ChangedWebhook & { readonly partner: Partner }): ResponseData<'ListedPartner'> => ({
  ...pick(partner, 'id', 'name', 'frontendUrl', 'email', 'createdAt', 'disabledAt'),
  webhookState: endpoint && getEndpointState(endpoint),
});
