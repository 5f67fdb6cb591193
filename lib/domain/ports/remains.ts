/** What is kept of somebody besides the account itself, as closing it has to find and erase it (contract §2). */
import type { User } from '../model/account.ts';
import type { Subject } from '../model/audit.ts';
import type { Job } from '../model/job.ts';
import type { Offer } from '../model/testimony.ts';

export interface Remains {
  /**
   * Account, claims on e-mail and phone go, and the jobs are written, all or nothing. False when somebody
   * has written the account since it was read.
   */
  close(user: User, jobs: readonly Job[]): Promise<boolean>;
  /** Ids of all testimonies that the user has ordered, or has an offer on, the oldest first. */
  testimoniesOf(user: Pick<User, 'id' | 'role'>): Promise<string[]>;
  forgetTokens(userId: string): Promise<void>;
  /** Answers to the user's requests, and to the one that opened the account. */
  forgetAnswers(userId: string): Promise<void>;
  /** Why operators did something; that they did it stays. */
  forgetReasons(about: Subject): Promise<void>;
  /** Mails that were given up, to the user or to the address. */
  forgetMails(userId: string, address: string): Promise<void>;
  /** Mails that are kept, and what happened. */
  forgetHistory(userId: string): Promise<void>;
  /** Whoever began to pay for the testimony; what was paid stays. */
  forgetBuyers(testimonyId: string): Promise<void>;
  /** The offer, and that there was one. */
  forgetOffer(offer: Pick<Offer, 'id' | 'testimonyId'>): Promise<void>;
  /** The note of an offer that stays. */
  forgetNote(offer: Pick<Offer, 'id' | 'testimonyId'>): Promise<void>;
  /** That the expert ever had an offer on it. */
  forgetExpertOf(testimonyId: string, expertId: string): Promise<void>;
}
