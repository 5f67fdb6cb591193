/**
 * Types of the stored objects and of the services, which all parts of the emulator share. As in Stripe's API, times are
 * in seconds and amounts in cents.
 */
import type Stripe from 'stripe';

/** A stored object of Stripe's API. Its expandable members contain the ids of other objects. */
type StoredStripeObject<T> = {
  readonly [K in keyof T]: string extends T[K] ? Exclude<T[K], { object: string }> : T[K];
};

type HiddenData<T> = { readonly hidden: Readonly<T> };

export type Account = StoredStripeObject<Stripe.Account>;
export type Charge = StoredStripeObject<Stripe.Charge>;
export type Dispute = StoredStripeObject<Stripe.Dispute>;
export type Refund = StoredStripeObject<Stripe.Refund>;
export type Topup = StoredStripeObject<Stripe.Topup>;
export type Transfer = StoredStripeObject<Stripe.Transfer>;
export type TransferReversal = StoredStripeObject<Stripe.TransferReversal>;

export type AccountLink = StoredStripeObject<Stripe.AccountLink> &
  HiddenData<{
    account: string;
    refresh_url: string;
    return_url: string;
    state: 'new' | 'opened' | 'used';
  }> & {
    readonly id: string;
  };

export type BalanceTransaction = StoredStripeObject<Stripe.BalanceTransaction> &
  HiddenData<{ charge: string | null; payment_intent: string | null; transfer_group: string | null }>;

export type LoginLink = StoredStripeObject<Stripe.LoginLink> &
  HiddenData<{ account: string; isUsed: boolean }> & {
    readonly id: string;
  };

/** A payout to a bank account. The hidden data names the connected account; it is null for a payout of the platform. */
export type Payout = StoredStripeObject<Stripe.Payout> & HiddenData<{ account: string | null }>;

export type CheckoutSession = StoredStripeObject<Stripe.Checkout.Session> &
  HiddenData<{
    items: readonly SessionItem[];
    /** Members of the payment intent, which is created when the session is paid. */
    intent: ObjectDraft<PaymentIntent>;
    /** The id of the payment intent of a failed attempt to pay; null if no attempt has failed. */
    failedIntent: string | null;
  }>;

export type PaymentIntent = StoredStripeObject<Stripe.PaymentIntent> &
  HiddenData<{ refunds?: RefundBehavior }>;

export interface SessionItem {
  readonly name: string;
  readonly description: string | null;
  readonly amount: number;
}

/** How new refunds proceed. By default, they succeed immediately. */
export interface RefundBehavior {
  readonly begins: CompletionStatus | 'pending' | 'requires_action';
  readonly ends: CompletionStatus;
  /** Seconds until the refund is completed. If null, the refund keeps its first status. */
  readonly afterSeconds: number | null;
}

/** Final status of a payment, or of a refund that is not cancelled. */
export type CompletionStatus = 'failed' | 'succeeded';

/** The final status of a refund. */
export type RefundOutcome = CompletionStatus | 'canceled';

/** An event that the emulator sends to the service. */
export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  /** The connected account that the event is about. */
  readonly account?: string | undefined;
  readonly [member: string]: unknown;
}

/** Stored response of a request with an idempotency key, which is the object's id. */
export interface StoredResponse {
  readonly id: string;
  readonly object: 'replay';
  readonly created: number;
  readonly path: string;
  readonly request: string;
  readonly status: number;
  readonly response: string;
}

/** A change of an object that happens at a given time. */
export interface ScheduledTask {
  readonly id: string;
  readonly object: 'task';
  readonly at: number;
  readonly name: 'expire-session' | 'release-funds' | 'complete-refund';
  /** The id of the object that the task changes. */
  readonly subject: string;
  readonly outcome?: CompletionStatus;
}

/** The types of stored objects by kind. The kind is the value of an object's member `object`. */
export interface ObjectsByKind {
  readonly account: Account;
  readonly account_link: AccountLink;
  readonly balance_transaction: BalanceTransaction;
  readonly charge: Charge;
  readonly 'checkout.session': CheckoutSession;
  readonly dispute: Dispute;
  readonly event: StripeEvent;
  readonly login_link: LoginLink;
  readonly payment_intent: PaymentIntent;
  readonly payout: Payout;
  readonly refund: Refund;
  readonly replay: StoredResponse;
  readonly task: ScheduledTask;
  readonly topup: Topup;
  readonly transfer: Transfer;
  readonly transfer_reversal: TransferReversal;
}

export type ObjectKind = keyof ObjectsByKind;
export type StoredObject = ObjectsByKind[ObjectKind];

export type ObjectDraft<T> = { readonly [K in keyof T]?: T[K] | Partial<T[K]> | undefined };

export interface StripeObjectStore {
  find<K extends ObjectKind>(kind: K, id: string | null | undefined): ObjectsByKind[K] | undefined;
  /**
   * Returns an object.
   * @param param name of the request parameter that contained the id; undefined if the path contained it
   * @throws StripeError when the object does not exist
   */
  get<K extends ObjectKind>(kind: K, id: string, param?: string): ObjectsByKind[K];
  findAny(id: string): StoredObject | undefined;
  /** Lists all objects of a kind, newest first. */
  list<K extends ObjectKind>(kind: K): ObjectsByKind[K][];
  /** Lists the objects of all kinds, the oldest of each kind first. */
  listAll(): StoredObject[];
  createId(prefix: string): string;
  /** Adds or replaces a complete object. */
  save<T extends StoredObject>(object: T): T;
  /** Adds an object. Missing members get defaults: an id, the current time and Stripe's empty values. */
  create<K extends ObjectKind>(kind: K, members: ObjectDraft<ObjectsByKind[K]>): ObjectsByKind[K];
  /** Changes members of the currently stored version of an object. */
  update<T extends StoredObject>(object: T, change: { readonly [K in keyof T]?: T[K] | undefined }): T;
  remove(object: StoredObject): void;
}

/** A change of the platform's balance. */
export interface BalanceMovement {
  readonly category: string;
  /** The amount in cents. A movement that reduces the balance has a negative amount. */
  readonly amount: number;
  /** The id of the object that caused the movement. */
  readonly source: string;
  readonly charge?: Charge | undefined;
  readonly transfer_group?: string | null | undefined;
  /** The time of the movement. The default is the current time. */
  readonly created?: number;
  /** Stripe's fee in cents. The default depends on the category. */
  readonly fee?: number | undefined;
}

export interface Ledger {
  /** Records a movement and returns the id of its balance transaction. */
  recordMovement(movement: BalanceMovement): string;
  /** Returns the available and the pending balance in cents. */
  getBalance(): { readonly available: number; readonly pending: number };
  /**
   * Adds the platform's own money to the available balance.
   * @param created the time of the movement; the default is the current time
   */
  addFunds(amount: number, created?: number): Topup;
  /** Returns the balance of a connected account in cents: its transfers minus the reversals and payouts. */
  getAccountBalance(account: string): number;
}

/** Service that stores events and sends them to the webhook endpoint. */
export interface EventSender {
  /**
   * Stores an event and delivers it in the background.
   * @param account the connected account that the event is about
   */
  send(type: string, object: object, account?: string): void;
  /** Resolves when all events are delivered. Waits at most five seconds for each event. */
  waitForDeliveries(): Promise<unknown>;
  stop(): void;
}

/** Fault of an API request: rate limit, lock timeout of an object, or an error before or after the operation. */
export type ApiFault = 'error' | 'error-after' | 'lock-timeout' | 'rate-limit';

/** A fault of the next requests for an operation. */
export interface PlannedFault {
  readonly fault: ApiFault;
  /** The operation, such as `POST /v1/refunds`. Without it, all operations fail. */
  readonly operation?: string;
  /** Number of further requests that fail. */
  count: number;
}

/** Settings of the emulator that tests can change. */
export interface TestControls {
  clockAheadSeconds: number;
  refunds: RefundBehavior;
  faults: readonly PlannedFault[];
}

/** The state and the services of a running emulator. */
export interface StripeEmulator {
  readonly store: StripeObjectStore;
  readonly ledger: Ledger;
  readonly webhooks: EventSender;
  readonly controls: TestControls;
  /** The URL of the API and of the hosted pages. */
  readonly url: string;
  now(): number;
  schedule(task: Omit<ScheduledTask, 'id' | 'object'>): void;
  runDueTasks(): void;
}

export interface StripeApiRequest<Params = object> extends StripeEmulator {
  readonly params: Params & { readonly metadata?: Record<string, string> };
  /** Id in the URL's path; empty if the path contains none. */
  readonly id: string;
}
