/** Where testimonies, offers and checkouts are kept, and the payment provider. */
import type { Expert } from '../model/account.ts';
import type { CheckedUpload } from '../model/file.ts';
import type { Job } from '../model/job.ts';
import type { Page, PageRequest } from '../model/page.ts';
import type {
  Checkout,
  MoneyMovement,
  PaidSession,
  PaymentAccount,
  PaymentEvent,
  SessionOrder,
} from '../model/payment.ts';
import type { Offer, Testimony } from '../model/testimony.ts';

export interface Testimonies {
  add(testimony: Testimony): Promise<void>;
  find(id: string): Promise<Testimony | undefined>;
  /** Newest first. */
  listOfClient(clientId: string, pageRequest: PageRequest): Promise<Page<Testimony>>;
  /** Those the expert has offered on, newest first. */
  listOfExpert(expertId: string, pageRequest: PageRequest): Promise<Page<Testimony>>;
  /** Open ones in these regions, newest first, without those the expert has an open offer on. */
  listOfferable(
    regions: readonly string[],
    expertId: string,
    pageRequest: PageRequest,
  ): Promise<Page<Testimony>>;
  /** Writes the change unless somebody wrote since `before` was read: then false. */
  save(change: TestimonyChange): Promise<boolean>;
  /** All offers of a testimony, the oldest first. */
  offers(testimonyId: string): Promise<Offer[]>;
  /** The expert's offers on these testimonies, withdrawn ones included, the oldest first. */
  offersBy(expertId: string, testimonyIds: readonly string[]): Promise<Offer[]>;
  findOffer(offerId: string): Promise<Offer | undefined>;
  /** @throws Refusal `already-offered`, `wrong-state` when the testimony is no longer open */
  addOffer(offer: Offer, jobs: readonly Job[]): Promise<void>;
  /** False when the offer or its testimony is no longer open. */
  withdrawOffer(offer: Offer): Promise<boolean>;
}

/** A changed testimony and all that is written with it. */
export interface TestimonyChange {
  readonly before: Testimony;
  readonly after: Testimony;
  readonly jobs: readonly Job[];
  readonly uploads?: readonly CheckedUpload[];
}

export interface Checkouts {
  add(checkout: Checkout): Promise<void>;
  find(sessionId: string): Promise<Checkout | undefined>;
  /** All that were ever begun for the testimony, in no order. */
  listOf(testimonyId: string): Promise<Checkout[]>;
  /** Every movement of the testimony's money, in no order. */
  listMoneyOf(testimonyId: string): Promise<MoneyMovement[]>;
  /** All of it, unless anything that was read has changed since: then false. */
  accept(acceptance: Acceptance): Promise<boolean>;
  /** Marks an open checkout for its refund. False when it is not open any more. */
  startRefund(
    checkout: Checkout,
    payment: MoneyMovement,
    eventId: string | undefined,
    jobs: readonly Job[],
  ): Promise<boolean>;
  /** Marks it refunded, once. */
  refunded(checkout: Checkout, refund: MoneyMovement, jobs: readonly Job[]): Promise<void>;
}

/** A paid offer and all that is written with it. */
export interface Acceptance {
  readonly checkout: Checkout;
  readonly before: Testimony;
  readonly after: Testimony;
  readonly offer: Offer;
  /** As read: the write fails when the record has changed since. */
  readonly expert: Expert;
  readonly payment: MoneyMovement;
  readonly eventId: string | undefined;
  readonly jobs: readonly Job[];
}

export interface Payments {
  readonly commissionPercent: number;
  /** Opens the expert's account at the provider; asking twice opens one. @returns its id */
  openAccount(expert: Expert): Promise<string>;
  /** The provider's page where the expert proves who they are. */
  onboardingPage(accountId: string): Promise<string>;
  /** The account as it is now. */
  findAccount(accountId: string): Promise<PaymentAccount | undefined>;
  /** A page where the offer is paid. `attempt` makes asking twice for one attempt open one session. */
  openSession(order: SessionOrder): Promise<{ id: string; url: string }>;
  findSession(sessionId: string): Promise<PaidSession | undefined>;
  /**
   * Gives all of it back; asking twice gives back once. The provider repeats its answer to an attempt,
   * so one that failed needs another number.
   */
  refund(checkout: Checkout, paymentId: string | null, attempt: number): Promise<void>;
  /** @throws Refusal `bad-signature` unless one of our secrets signed `payload` within 300 s of now */
  readEvent(payload: Buffer, signature: string | undefined): Promise<PaymentEvent>;
}
