/** Deletion of an account and of the personal data stored outside of it. */
import type { User } from '../model/accounts/account.ts';
import type { Offer } from '../model/offers/offer.ts';

export interface AccountEraser {
  /** Lists the ids of all testimonies that the client owns, or on which the expert has made an offer, oldest first. */
  listTestimonies(user: Pick<User, 'id' | 'role'>): Promise<string[]>;
  listOfferIds(testimonyId: string, expertId: string): Promise<readonly string[]>;
  eraseTokens(userId: string): Promise<void>;
  /** Erases the idempotency records of the user's requests and of the registration. */
  eraseStoredResponses(userId: string): Promise<void>;
  /** Erases the operators' reasons from the audit entries, except the reason of a closing. The entries remain. */
  eraseReasons(subjectId: string): Promise<void>;
  /**
   * Dismisses the mail jobs to the user, or to the addresses in the market, that are dead or wait for a retry, and
   * erases their contents. The jobs of the closing (the erasure and the mail about it) are dismissed only when they are
   * dead.
   */
  eraseUnsentMails(userId: string, addresses: readonly string[], market: string | undefined): Promise<void>;
  /** Erases the mail records, the activity events, the last digest and the second factor of the user. */
  eraseHistory(userId: string): Promise<void>;
  /** Erases the buyer from all checkouts of the testimony. The payments remain. */
  eraseBuyers(testimonyId: string): Promise<void>;
  /** Deletes the offer, and the pointer with which an offer id is looked up. */
  eraseOffer(offer: Pick<Offer, 'id' | 'testimonyId'>): Promise<void>;
  eraseOfferNote(offer: Pick<Offer, 'id' | 'testimonyId'>): Promise<void>;
  /** Erases the record that the expert has ever made an offer on the testimony. */
  eraseExpertPointer(testimonyId: string, expertId: string): Promise<void>;
}
