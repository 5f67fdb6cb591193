/** What is kept of somebody besides the account itself, as closing it has to find and erase it (infra/docs/api/conventions.md). */
import type { User } from '../model/account.ts';
import type { AuditSubject } from '../model/audit.ts';
import type { Job } from '../model/job.ts';
import type { Offer } from '../model/testimony.ts';

export interface AccountEraser {
  /**
   * Account, claims on e-mail and phone go, and the jobs are written, all or nothing. False when somebody
   * has written the account since it was read.
   */
  close(user: User, jobs: readonly Job[]): Promise<boolean>;
  /** Ids of all testimonies that the user has ordered, or has an offer on, the oldest first. */
  listTestimonies(user: Pick<User, 'id' | 'role'>): Promise<string[]>;
  eraseTokens(userId: string): Promise<void>;
  /** Answers to the user's requests, and to the one that opened the account. */
  eraseStoredResponses(userId: string): Promise<void>;
  /** Why operators did something; that they did it stays. */
  eraseReasons(about: AuditSubject): Promise<void>;
  /** Mails that were given up, to the user or to the address. */
  eraseUnsentMails(userId: string, address: string): Promise<void>;
  /** Mails that are kept, and what happened. */
  eraseHistory(userId: string): Promise<void>;
  /** Whoever began to pay for the testimony; what was paid stays. */
  eraseBuyers(testimonyId: string): Promise<void>;
  /** The offer, and that there was one. */
  eraseOffer(offer: Pick<Offer, 'id' | 'testimonyId'>): Promise<void>;
  /** The note of an offer that stays. */
  eraseOfferNote(offer: Pick<Offer, 'id' | 'testimonyId'>): Promise<void>;
  /** That the expert ever had an offer on it. */
  eraseExpertPointer(testimonyId: string, expertId: string): Promise<void>;
}
