/** Store of partners. */
import type { Page, PageRequest } from '../model/page.ts';
import type { Partner } from '../model/partners/partner.ts';

export interface Partners {
  /** Whether each partner is a market of its own; true in the sandbox only. */
  readonly areMarkets: boolean;
  find(partnerId: string): Promise<Partner | undefined>;
  countUsers(partnerId: string): Promise<number>;
  /** Lists all partners, oldest first. */
  list(pageRequest: PageRequest): Promise<Page<Partner>>;
}
