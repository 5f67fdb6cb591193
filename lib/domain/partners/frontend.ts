/** Partner of a user, and the frontend to which the links of the user lead (infra/docs/api/partners.md#frontend). */
import type { Affiliation, Partner } from '../model/partners/partner.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/** Finds the partner of a user. */
export const findPartner = async (
  { partner }: Affiliation,
  { partners }: Pick<Dependencies, 'partners'>,
): Promise<Partner | undefined> => partner && partners.find(partner.id);

/** Returns the base URL of an enabled partner's frontend; undefined if links lead to the stage's own frontend. */
export const getFrontendUrl = (partner: Partner | undefined): string | undefined =>
  partner?.disabledAt === null ? partner.frontendUrl : undefined;
