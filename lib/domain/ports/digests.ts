/** Store of the digests of new testimonies. */
import type { Expert } from '../model/accounts/account.ts';
import type { DigestPeriod, DigestRecord } from '../model/mails/digest.ts';
import type { Page, PageRequest } from '../model/page.ts';

export interface Digests {
  /** Length of a period in minutes. An expert gets at most one digest in this time. */
  readonly periodMinutes: number;
  /**
   * Lists the ids of the approved experts of a region in a market who want digests, by id. After a roll-back of the
   * service, the list can also contain other experts.
   */
  listExperts(region: string, market: string | undefined, pageRequest: PageRequest): Promise<Page<string>>;
  /**
   * Lists the ids of at most 100 testimonies of the expert's market and regions that became visible in the period,
   * after their creation.
   */
  listRevealedTestimonies(
    expert: Pick<Expert, 'market' | 'regions'>,
    period: DigestPeriod,
  ): Promise<readonly string[]>;
  /** Returns the last digest of an expert, which is stored for at least a day. */
  findLast(expertId: string): Promise<DigestRecord | undefined>;
}
