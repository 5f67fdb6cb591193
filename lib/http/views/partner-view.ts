/** API views of partners (infra/docs/api/partners.md). */
import type { Partner } from '../../domain/model/partner.ts';
import type { PartnerWithKey } from '../../domain/partners/partners.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick } from './members.ts';

export const createPartnerView = async (
  partner: Partner,
  { partners }: Pick<Dependencies, 'partners'>,
): Promise<ResponseData<'Partner'>> => ({
  ...pick(partner, 'id', 'name', 'frontendUrl', 'email', 'createdAt'),
  users: await partners.countUsers(partner.id),
  webhook: null,
});

export const newPartnerView = ({ partner, key }: PartnerWithKey): ResponseData<'NewPartner'> => ({
  ...pick(partner, 'id', 'name', 'frontendUrl'),
  key,
  webhook: null,
});

export const listedPartnerView = (partner: Partner): ResponseData<'ListedPartner'> =>
  pick(partner, 'id', 'name', 'frontendUrl', 'email', 'createdAt', 'disabledAt');
