/**
 * Types that all parts of the stand-in share: the objects that it stores, and the services through which
 * its parts reach them. As in Stripe's API, times are in seconds and amounts in cents.
 */
import type Stripe from 'stripe';

/** An object of Stripe's API as it is stored: other objects are named by their ids, never included. */
type StoredStripeObject<T> = {
  readonly [K in keyof T]: string extends T[K] ? Exclude<T[K], { object: string }> : T[K];
};

/** Data that belong to an object but are in no response. */
type HiddenData<T> = { readonly hidden: Readonly<T> };

export type Account = StoredStripeObject<Stripe.Account>;
export type Charge = StoredStripeObject<Stripe.Charge>;
export type Dispute = StoredStripeObject<Stripe.Dispute>;
export type Refund = StoredStripeObject<Stripe.Refund>;
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

export type Session = StoredStripeObject<Stripe.Checkout.Session> &
  HiddenData<{
    items: readonly SessionItem[];
    /** Members of the payment intent that paying creates. */
    intent: ObjectDraft<PaymentIntent>;
    /** The payment intent of the last attempt that failed. */
    failedIntent: string | null;
  }>;

export type PaymentIntent = StoredStripeObject<Stripe.PaymentIntent> &
  HiddenData<{ refunds?: RefundBehavior }>;

/** A line item of a checkout session; the amount is that of one unit. */
export interface SessionItem {
  readonly name: string;
  readonly description: string | null;
  readonly amount: number;
  readonly quantity: number;
}

/** How refunds proceed. Refunds to cards succeed at once unless a test or a visitor changes that. */
export interface RefundBehavior {
  readonly begins: SettlementOutcome | 'pending';
  readonly ends: SettlementOutcome;
  /** Seconds until the end; null leaves a refund as it began. */
  readonly afterSeconds: number | null;
}

export type SettlementOutcome = 'failed' | 'succeeded';

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  /** The connected account that the event is about. */
  readonly account?: string | undefined;
  readonly [member: string]: unknown;
}

/** The response that an idempotency key stands for; its id is the key. */
export interface Replay {
  readonly id: string;
  readonly object: 'replay';
  readonly created: number;
  readonly path: string;
  readonly request: string;
  readonly status: number;
  readonly response: string;
}

export interface ScheduledTask {
  readonly id: string;
  readonly object: 'task';
  readonly at: number;
  readonly name: 'expire-session' | 'release-funds' | 'settle-payment' | 'settle-refund';
  /** The id of the object that the task changes. */
  readonly subject: string;
  readonly outcome?: SettlementOutcome;
}

export interface ObjectsByKind {
  readonly account: Account;
  readonly account_link: AccountLink;
  readonly balance_transaction: BalanceTransaction;
  readonly charge: Charge;
  readonly 'checkout.session': Session;
  readonly dispute: Dispute;
  readonly event: StripeEvent;
  readonly payment_intent: PaymentIntent;
  readonly refund: Refund;
  readonly replay: Replay;
  readonly task: ScheduledTask;
  readonly transfer: Transfer;
  readonly transfer_reversal: TransferReversal;
}

export type ObjectKind = keyof ObjectsByKind;
export type StoredObject = ObjectsByKind[ObjectKind];

/** Some members of an object, and of the objects in it. */
export type ObjectDraft<T> = { readonly [K in keyof T]?: T[K] | Partial<T[K]> | undefined };

export interface Store {
  find<K extends ObjectKind>(kind: K, id: string | null | undefined): ObjectsByKind[K] | undefined;
  /**
   * @param param the parameter that named the object, if it was not the path
   * @throws StripeError when the object does not exist
   */
  get<K extends ObjectKind>(kind: K, id: string, param?: string): ObjectsByKind[K];
  /** Finds an object of any kind. */
  findAny(id: string): StoredObject | undefined;
  /** Newest first. */
  list<K extends ObjectKind>(kind: K): ObjectsByKind[K][];
  createId(prefix: string): string;
  /** Adds an object; members that are not given get an id, the current time, and Stripe's empty values. */
  create<K extends ObjectKind>(kind: K, members: ObjectDraft<ObjectsByKind[K]>): ObjectsByKind[K];
  /** Changes members of the object as it is stored now. */
  update<T extends StoredObject>(object: T, change: { readonly [K in keyof T]?: T[K] | undefined }): T;
  remove(object: StoredObject): void;
}

/** A movement of the platform's money. */
export interface Movement {
  readonly category: string;
  /** Negative when the platform pays. */
  readonly amount: number;
  /** The id of the object that caused the movement. */
  readonly source: string;
  readonly charge?: Charge | undefined;
  readonly transfer_group?: string | null | undefined;
}

export interface Ledger {
  /** @returns the id of the balance transaction */
  recordMovement(movement: Movement): string;
  /** Cents that can be spent now, and those that are not available yet. */
  getBalance(): { readonly available: number; readonly pending: number };
}

/** Faults in the delivery of events. */
export interface WebhookFaults {
  readonly delaySeconds?: number;
  /** How many times each event is delivered. */
  readonly copies?: number;
  /** Delivers the events of each delay (at least a second) in reverse order. */
  readonly shuffle?: boolean;
  /** Delivers nothing. */
  readonly lose?: boolean;
}

export interface Webhooks {
  /**
   * Resolves when the event is delivered, or after five seconds; delivery then goes on in the background.
   * @param account the connected account that the event is about
   */
  send(type: string, object: object, account?: string): Promise<void>;
  resend(event: StripeEvent): Promise<void>;
  /** Resolves when no `send` or `resend` is pending. */
  waitForDeliveries(): Promise<unknown>;
  /** Replaces the faults of all events from now on. */
  injectFaults(faults: WebhookFaults): void;
  stop(): void;
}

/** What tests can change. */
export interface TestControls {
  clockAheadSeconds: number;
  refunds: RefundBehavior;
  responseDelaySeconds: number;
  /** The number of next POST requests that fail with status 500. */
  failures: number;
}

/** The state and the services of a running stand-in. */
export interface Provider {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly webhooks: Webhooks;
  readonly controls: TestControls;
  /** The address of the API and of the pages. */
  readonly url: string;
  now(): number;
  schedule(task: Omit<ScheduledTask, 'id' | 'object'>): void;
  /** Runs the tasks that are due. */
  runDueTasks(): Promise<void>;
}

/** A request to the API. */
export interface ApiCall<Params = object> extends Provider {
  readonly params: Params & { readonly metadata?: Record<string, string> };
  /** The id in the path; empty if there is none. */
  readonly id: string;
}
