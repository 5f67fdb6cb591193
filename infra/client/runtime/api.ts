// Written from the description of the API by `npm run docs`.

export interface ActivityEvent {
  id: string;
  type:
    | 'account.registered'
    | 'email.verified'
    | 'expert.approved'
    | 'expert.revoked'
    | 'review.accepted'
    | 'review.rejected'
    | 'payment-account.changed'
    | 'order.created'
    | 'order.accepted'
    | 'order.completed'
    | 'order.cancelled'
    | 'order.due-changed'
    | 'offer.made'
    | 'offer.received'
    | 'offer.withdrawn'
    | 'offer.accepted'
    | 'offer.lapsed'
    | 'payment.paid'
    | 'payment.refunding'
    | 'payment.refunded'
    | 'payment.partly-refunded'
    | 'payment.disputed'
    | 'payout.held'
    | 'payout.owed'
    | 'payout.sent'
    | 'payout.failed'
    | 'mail.sent';
  at: string;
  requestId: string | null;
  about: {
    kind: 'account' | 'testimony' | 'offer' | 'mail';
    id: string;
  };
}

export interface Address {
  line1: string;
  line2: string;
  city: string;
  postalCode: string;
  country: string;
}

export interface AddressInput {
  line1: string;
  line2: string;
  city: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface BankAccount {
  /** A Slovak IBAN. */
  iban: string;
}

export interface Client {
  id: string;
  email: string;
  emailVerified: boolean;
  phone: string | null;
  role: 'client';
  firstName: string | null;
  lastName: string | null;
  billingAddress: Address | null;
  shippingAddress: ShippingAddress | null;
  company: Company | null;
  bankAccount: null;
  regions: ('ba' | 'bb' | 'ke' | 'nr' | 'po' | 'tn' | 'tt' | 'za')[];
  newsletterSubscribed: boolean;
  createdAt: string;
}

export interface Company {
  businessId: string | null;
  taxId: string;
  vatId: string | null;
}

export interface CompanyInput {
  businessId?: string | null | undefined;
  taxId: string;
  vatId?: string | null | undefined;
}

export interface Contact {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  billingAddress: Address | null;
  shippingAddress: ShippingAddress | null;
  company: Company | null;
}

export interface DateOfBirth {
  day: number;
  month: number;
  year: number;
}

export interface Download {
  url: string;
  fileName: string;
  expiresAt: string;
}

export interface Expert {
  id: string;
  email: string;
  emailVerified: boolean;
  phone: string | null;
  role: 'expert';
  firstName: string | null;
  lastName: string | null;
  billingAddress: Address | null;
  shippingAddress: ShippingAddress | null;
  company: Company | null;
  bankAccount: {
    iban: string;
  };
  regions: ('ba' | 'bb' | 'ke' | 'nr' | 'po' | 'tn' | 'tt' | 'za')[];
  newsletterSubscribed: boolean;
  createdAt: string;
  nationality: string;
  dateOfBirth: {
    day: number;
    month: number;
    year: number;
  };
  registrationNumber: string;
  approved: boolean;
  identityReview: 'pending' | 'accepted' | 'rejected';
  identityReviewReason: string | null;
  paymentAccount: 'none' | 'incomplete' | 'verified' | 'restricted';
}

export type Export = {
  account: User;
  scans: {
    front: {
      url: string;
      expiresAt: string;
    } | null;
    back: {
      url: string;
      expiresAt: string;
    } | null;
  } | null;
  tokens: Session[];
  testimonies: {
    id: string;
    state: 'pending' | 'offered' | 'accepted' | 'completed' | 'cancelled';
    purpose:
      | 'mortgage'
      | 'inheritance'
      | 'construction'
      | 'settlement'
      | 'coownership'
      | 'noncash'
      | 'enforcement'
      | 'auction'
      | 'transfer'
      | 'business'
      | 'easement';
    price: number | null;
    client: Contact;
    expert: OfferingExpert | null;
    realEstate: RealEstate;
    notes: string | null;
    cancellationReason: string | null;
    acceptedOffer: Offer | null;
    offers: Offer[];
    createdAt: string;
    acceptedAt: string | null;
    dueAt: string | null;
    completedAt: string | null;
    cancelledAt: string | null;
    payment: Payment | null;
    payout: Payout | null;
    allowedActions: ('offer' | 'withdraw' | 'checkout' | 'cancel' | 'complete' | 'download')[];
    document: Download | null;
  }[];
  offers: Offer[];
  checkouts: {
    id: string;
    testimonyId: string;
    offerId: string;
    amount: number;
    state: string;
    buyer: {
      firstName: string;
      lastName: string;
      email: string;
      phone: string;
      billingAddress: Address | null;
      shippingAddress: ShippingAddress | null;
      company: Company | null;
    } | null;
    createdAt: string;
  }[];
  money: {
    id: string;
    kind: string;
    testimonyId: string;
    amount: number;
    at: string;
  }[];
  mails: KeptMail[];
  audit: {
    id: string;
    what: string;
    why: string | null;
    when: string;
  }[];
};

export interface Health {
  status: 'ok';
}

export interface KeptMail {
  id: string;
  to: string;
  subject: string;
  text: string | null;
  html: string | null;
  sentAt: string;
  state: 'sent' | 'held' | 'refused';
}

export interface Notice {
  message: string;
}

export interface Offer {
  id: string;
  testimonyId: string;
  price: number;
  daysToComplete: number;
  note: string | null;
  state: 'open' | 'withdrawn' | 'accepted' | 'lapsed';
  expert: OfferingExpert;
  createdAt: string;
}

export interface OfferingExpert {
  id: string;
  firstName: string | null;
  lastName: string | null;
  registrationNumber: string;
}

export interface Page {
  links: {
    first: null;
    last: null;
    prev: string | null;
    next: string | null;
  };
  meta: {
    path: string;
    per_page: number;
    next_cursor: string | null;
    prev_cursor: string | null;
  };
}

export interface Payment {
  status: 'paid' | 'refunding' | 'refunded' | 'disputed';
  amount: number;
  paidAt: string;
  refundedAt: string | null;
}

export interface Payout {
  status: 'held' | 'owed' | 'sent' | 'failed';
  amount: number;
  sentAt: string | null;
}

export type PretendedAccount = 'verified' | 'restricted';

export interface ProviderPage {
  url: string;
}

export type Purpose =
  | 'mortgage'
  | 'inheritance'
  | 'construction'
  | 'settlement'
  | 'coownership'
  | 'noncash'
  | 'enforcement'
  | 'auction'
  | 'transfer'
  | 'business'
  | 'easement';

export type RealEstate = {
  type: 'apartment' | 'commercial' | 'house' | 'recreational' | 'land' | 'garage' | 'other';
  properties: Record<string, number> | null;
  region: 'ba' | 'bb' | 'ke' | 'nr' | 'po' | 'tn' | 'tt' | 'za';
  address: {
    line1: string | null;
    line2: string | null;
    city: string;
    postalCode: string;
    parcelNumber: string | null;
    cadastralArea: string | null;
  };
  addressCoords: {
    lat: number;
    lng: number;
  } | null;
  userCoords: {
    lat: number;
    lng: number;
  } | null;
};

/** Without `properties` only a garage. `parcelNumber` and `cadastralArea` are required where there is neither `line1` nor `line2`. */
export type RealEstateInput = {
  type: 'apartment' | 'commercial' | 'house' | 'recreational' | 'land' | 'garage' | 'other';
  properties?: Record<string, number> | null | undefined;
  region: 'ba' | 'bb' | 'ke' | 'nr' | 'po' | 'tn' | 'tt' | 'za';
  address: {
    line1?: string | null | undefined;
    line2?: string | null | undefined;
    city: string;
    postalCode: string;
    parcelNumber?: string | null | undefined;
    cadastralArea?: string | null | undefined;
  };
  addressCoords?:
    | {
        lat: number;
        lng: number;
      }
    | null
    | undefined;
  userCoords?:
    | {
        lat: number;
        lng: number;
      }
    | null
    | undefined;
};

export type ReviewDecision = 'accepted' | 'rejected';

export interface Session {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  userAgent: string | null;
  current: boolean;
}

export interface ShippingAddress {
  firstName: string | null;
  lastName: string | null;
  line1: string;
  line2: string;
  city: string;
  postalCode: string;
  country: string;
}

export interface ShippingAddressInput {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  line1: string;
  line2: string;
  city: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

export interface Testimony {
  id: string;
  state: 'pending' | 'offered' | 'accepted' | 'completed' | 'cancelled';
  purpose:
    | 'mortgage'
    | 'inheritance'
    | 'construction'
    | 'settlement'
    | 'coownership'
    | 'noncash'
    | 'enforcement'
    | 'auction'
    | 'transfer'
    | 'business'
    | 'easement';
  price: number | null;
  client: Contact;
  expert: OfferingExpert | null;
  realEstate: RealEstate;
  notes: string | null;
  cancellationReason: string | null;
  acceptedOffer: Offer | null;
  offers: Offer[];
  createdAt: string;
  acceptedAt: string | null;
  dueAt: string | null;
  completedAt: string | null;
  cancelledAt: string | null;
  payment: Payment | null;
  payout: Payout | null;
  allowedActions: ('offer' | 'withdraw' | 'checkout' | 'cancel' | 'complete' | 'download')[];
}

export interface Token {
  token: string;
}

export interface UploadPermit {
  key: string;
  url: string;
  fields: Record<string, string>;
  expiresAt: string;
}

export type UploadPurpose = 'identity-document' | 'testimony-document';

export type UploadType = 'image/jpeg' | 'image/png' | 'application/pdf';

export type User = Client | Expert;

/** What choices are called before people, by type and language. */
export const LABELS = {
  PretendedAccount: {
    sk: { verified: 'Overený', restricted: 'Obmedzený' },
    en: { verified: 'Verified', restricted: 'Restricted' },
  },
  Purpose: {
    sk: {
      mortgage: 'Hypotéka',
      inheritance: 'Dedičské konanie',
      construction: 'Výstavba',
      settlement: 'Majetkové vyrovnanie',
      coownership: 'Vyporiadanie spoluvlastníctva',
      noncash: 'Nepeňažný vklad',
      enforcement: 'Exekúcia',
      auction: 'Dražba',
      transfer: 'Prevod nehnuteľnosti',
      business: 'Podnikanie',
      easement: 'Vecné bremeno',
    },
    en: {
      mortgage: 'Mortgage',
      inheritance: 'Inheritance',
      construction: 'Construction',
      settlement: 'Settlement of property',
      coownership: 'End of co-ownership',
      noncash: 'Non-cash contribution',
      enforcement: 'Enforcement',
      auction: 'Auction',
      transfer: 'Transfer of ownership',
      business: 'Business',
      easement: 'Easement',
    },
  },
  ReviewDecision: {
    sk: { accepted: 'Overená', rejected: 'Zamietnutá' },
    en: { accepted: 'Accepted', rejected: 'Rejected' },
  },
  UploadPurpose: {
    sk: { 'identity-document': 'Doklad totožnosti', 'testimony-document': 'Znalecký posudok' },
    en: { 'identity-document': 'Identity document', 'testimony-document': 'Expert opinion' },
  },
  UploadType: {
    sk: { 'image/jpeg': 'Obrázok JPEG', 'image/png': 'Obrázok PNG', 'application/pdf': 'Dokument PDF' },
    en: { 'image/jpeg': 'JPEG image', 'image/png': 'PNG image', 'application/pdf': 'PDF document' },
  },
} as const;

export interface RegisterExpertInput {
  email: string;
  /** With the country code. */
  phone: string;
  /** Has a letter and a digit. */
  password: string;
  passwordConfirmation: string;
  firstName: string;
  lastName: string;
  /** ISO 3166-1 alpha-2. */
  nationality: string;
  dateOfBirth: DateOfBirth;
  billingAddress: AddressInput;
  company: CompanyInput;
  bankAccount: BankAccount;
  registrationNumber: string;
  regions: ('ba' | 'bb' | 'ke' | 'nr' | 'po' | 'tn' | 'tt' | 'za')[];
  newsletterSubscribed: boolean;
  termsAgreed: true;
  front: Blob | string;
  back: Blob | string;
  turnstileToken: string;
}

export interface RegisterClientInput {
  email: string;
  /** Has a letter and a digit. */
  password: string;
  passwordConfirmation: string;
  termsAgreed: true;
  newsletterSubscribed?: boolean | undefined;
  phone?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  billingAddress?: AddressInput | null | undefined;
  shippingAddress?: ShippingAddressInput | null | undefined;
  company?: CompanyInput | null | undefined;
  turnstileToken?: string | undefined;
}

export interface LoginInput {
  email: string;
  password: string;
  turnstileToken?: string | undefined;
}

export interface VerifyEmailInput {
  userId: string;
  hash: string;
  expires?: string | undefined;
  signature?: string | undefined;
}

export interface ResendVerificationInput {
  email: string;
  turnstileToken?: string | undefined;
}

export interface SendPasswordResetInput {
  email: string;
  turnstileToken?: string | undefined;
}

export interface ResetPasswordInput {
  email: string;
  token: string;
  /** Has a letter and a digit. */
  password: string;
  passwordConfirmation: string;
}

export interface CreateTestimonyInput {
  purpose: Purpose;
  realEstate: RealEstateInput;
  notes?: string | null | undefined;
}

export interface ListTestimoniesInput {
  /** Of `meta.next_cursor` or `meta.prev_cursor`. */
  cursor?: string | undefined;
}

export interface ListOfferableInput {
  /** Of `meta.next_cursor` or `meta.prev_cursor`. */
  cursor?: string | undefined;
}

export interface ShowTestimonyInput {
  id: string;
}

export interface CancelTestimonyInput {
  id: string;
  reason?: string | null | undefined;
}

export interface CompleteTestimonyInput {
  id: string;
  document: Blob | string;
}

export interface MakeOverdueInSandboxInput {
  id: string;
}

export interface DownloadTestimonyInput {
  id: string;
}

export interface CreateOfferInput {
  id: string;
  /** Euros, with at most two decimals. */
  price: number;
  daysToComplete: number;
  note?: string | null | undefined;
}

export interface ListOffersInput {
  id: string;
  /** Of `meta.next_cursor` or `meta.prev_cursor`. */
  cursor?: string | undefined;
}

export interface WithdrawOfferInput {
  offerId: string;
}

export interface CheckoutOfferInput {
  offerId: string;
  /** With the country code. */
  phone: string;
  firstName: string;
  lastName: string;
  billingAddress: AddressInput;
  shippingAddress?: ShippingAddressInput | null | undefined;
  company?: CompanyInput | null | undefined;
}

export interface AcceptOfferInput {
  /** The checkout's, as the provider's page brings it back. */
  sessionId: string;
}

export type UpdateMeInput =
  | {
      email?: string | undefined;
      phone?: string | null | undefined;
      firstName?: string | null | undefined;
      lastName?: string | null | undefined;
      /** Has a letter and a digit. */
      password?: string | undefined;
      passwordConfirmation?: string | undefined;
      billingAddress?: AddressInput | null | undefined;
      shippingAddress?: ShippingAddressInput | null | undefined;
      company?: CompanyInput | null | undefined;
      newsletterSubscribed?: boolean | undefined;
      currentPassword?: string | undefined;
    }
  | {
      email?: string | undefined;
      /** With the country code. */
      phone?: string | undefined;
      firstName?: string | undefined;
      lastName?: string | undefined;
      /** Has a letter and a digit. */
      password?: string | undefined;
      passwordConfirmation?: string | undefined;
      billingAddress?: AddressInput | undefined;
      shippingAddress?: ShippingAddressInput | null | undefined;
      company?: CompanyInput | undefined;
      bankAccount?: BankAccount | undefined;
      regions?: ('ba' | 'bb' | 'ke' | 'nr' | 'po' | 'tn' | 'tt' | 'za')[] | undefined;
      registrationNumber?: string | undefined;
      newsletterSubscribed?: boolean | undefined;
      currentPassword?: string | undefined;
    };

export interface CloseMeInput {
  currentPassword: string;
}

export interface ExportMeInput {
  /** Of `meta.next_cursor` or `meta.prev_cursor`. */
  cursor?: string | undefined;
}

export interface ResubmitIdentityDocumentsInput {
  front: Blob | string;
  back: Blob | string;
}

export interface RevokeTokenInput {
  /** The whole identifier, `<userId>_<tokenId>`. */
  id: string;
}

export interface ListMailsInput {
  /** Of `meta.next_cursor` or `meta.prev_cursor`. */
  cursor?: string | undefined;
}

export interface ListEventsInput {
  /** Of `meta.next_cursor` or `meta.prev_cursor`. */
  cursor?: string | undefined;
}

export interface ReviewIdentityInput {
  decision: ReviewDecision;
  reason?: string | null | undefined;
}

export interface SetPaymentAccountInput {
  state: PretendedAccount;
}

export interface CreateUploadInput {
  purpose: UploadPurpose;
  contentType: UploadType;
  size: number;
}

export interface Operations {
  /**
   * A partner's expert becomes approved or unapproved at will. Deployed in the sandbox only.
   *
   * `POST /api/v1/sandbox/me/approval/toggle`
   */
  toggleApprovalInSandbox: { input: Record<never, never>; result: Notice };
  /**
   * A guest opens an expert account and is signed in at once. In sandbox mode the approval that the payment provider would give follows before the answer.
   *
   * `POST /api/v1/auth/register/expert`
   */
  registerExpert: { input: RegisterExpertInput; result: Token };
  /**
   * A guest opens a client account and is signed in at once.
   *
   * `POST /api/v1/auth/register/client`
   */
  registerClient: { input: RegisterClientInput; result: Token };
  /**
   * A known address with its password becomes a new bearer token. Five attempts per address, source and minute; an attempt that succeeds does not count.
   *
   * `POST /api/v1/auth/login`
   */
  login: { input: LoginInput; result: Token };
  /**
   * Revokes the presented token, and only that one.
   *
   * `POST /api/v1/auth/logout`
   */
  logout: { input: Record<never, never>; result: undefined };
  /**
   * The signed link of a verification mail. No token: the mail may be read on another device.
   *
   * `GET /api/v1/auth/email/verify/{userId}/{hash}`
   */
  verifyEmail: { input: VerifyEmailInput; result: undefined };
  /**
   * Another verification mail. The answer says nothing of who has an account: whether there is something to send is found out by the job.
   *
   * `POST /api/v1/auth/email/verify/resend`
   */
  resendVerification: { input: ResendVerificationInput; result: undefined };
  /**
   * Asks for a mail with a link to a new password. The same answer, after the same work, whoever asks.
   *
   * `POST /api/v1/auth/password/email`
   */
  sendPasswordReset: { input: SendPasswordResetInput; result: Notice };
  /**
   * A new password for whoever holds the token of the mail. All bearer tokens end.
   *
   * `POST /api/v1/auth/password/reset`
   */
  resetPassword: { input: ResetPasswordInput; result: undefined };
  /**
   * Answers when the service takes requests. Touches nothing, so it says nothing of the parts behind.
   *
   * `GET /api/v1/health`
   */
  health: { input: Record<never, never>; result: Health };
  /**
   * A client orders a testimony.
   *
   * `POST /api/v1/testimonies`
   */
  createTestimony: { input: CreateTestimonyInput; result: Testimony };
  /**
   * A client's own testimonies; an expert's: assigned or offered on. The newest first.
   *
   * `GET /api/v1/testimonies`
   */
  listTestimonies: {
    input: ListTestimoniesInput;
    result: Page & {
      data: Testimony[];
    };
  };
  /**
   * What an expert can make offers for: open testimonies of the expert's regions, the newest first.
   *
   * `GET /api/v1/testimonies/offerable`
   */
  listOfferable: {
    input: ListOfferableInput;
    result: Page & {
      data: Testimony[];
    };
  };
  /**
   * One testimony, for its owner, its expert, and experts who may offer or have offered.
   *
   * `GET /api/v1/testimonies/{id}`
   */
  showTestimony: { input: ShowTestimonyInput; result: Testimony };
  /**
   * The owner ends an order that nobody has been paid for. Experts who offered are told.
   *
   * `POST /api/v1/testimonies/{id}/cancel`
   */
  cancelTestimony: { input: CancelTestimonyInput; result: Testimony };
  /**
   * The assigned expert delivers the finished document.
   *
   * `POST /api/v1/testimonies/{id}/complete`
   */
  completeTestimony: { input: CompleteTestimonyInput; result: Testimony };
  /**
   * An accepted order becomes due now, with the mails that come of it. Deployed in the sandbox only.
   *
   * `POST /api/v1/sandbox/testimonies/{id}/overdue`
   */
  makeOverdueInSandbox: { input: MakeOverdueInSandboxInput; result: Testimony };
  /**
   * A link to the finished document, for five minutes.
   *
   * `GET /api/v1/testimonies/{id}/download`
   */
  downloadTestimony: { input: DownloadTestimonyInput; result: Download };
  /**
   * An expert of the region makes an offer; there is one open offer of each expert on a testimony.
   *
   * `POST /api/v1/testimonies/{id}/offers`
   */
  createOffer: { input: CreateOfferInput; result: Offer };
  /**
   * The offers of a testimony: all visible ones for its owner, their own for experts.
   *
   * `GET /api/v1/testimonies/{id}/offers`
   */
  listOffers: {
    input: ListOffersInput;
    result: Page & {
      data: Offer[];
    };
  };
  /**
   * An expert takes an offer back, as long as nobody has paid for it.
   *
   * `DELETE /api/v1/testimonies/offers/{offerId}`
   */
  withdrawOffer: { input: WithdrawOfferInput; result: undefined };
  /**
   * The provider's page where the owner pays for an offer. Asked again, it is the same page while it is open.
   *
   * `POST /api/v1/testimonies/offers/{offerId}/checkout`
   */
  checkoutOffer: { input: CheckoutOfferInput; result: ProviderPage };
  /**
   * The browser comes back from the provider's page. What the webhook has done already is done.
   *
   * `POST /api/v1/testimonies/offers/accept`
   */
  acceptOffer: { input: AcceptOfferInput; result: undefined };
  /**
   * The caller's own account, with an `ETag`.
   *
   * `GET /api/v1/me`
   */
  showMe: { input: Record<never, never>; result: User };
  /**
   * Changes what is sent and leaves the rest. Address, password and bank account take the current password; fields of the other role are ignored like unknown ones. `If-Match` binds it to what was read.
   *
   * `PUT /api/v1/me`
   */
  updateMe: { input: UpdateMeInput; result: User };
  /**
   * The caller's account is closed: access ends at once, the rest is erased by jobs.
   *
   * `DELETE /api/v1/me`
   */
  closeMe: { input: CloseMeInput; result: undefined };
  /**
   * Everything that is kept about the caller, by kind, with links to scans and documents. A mail tells the owner, in case it was somebody else.
   *
   * `GET /api/v1/me/export`
   */
  exportMe: {
    input: ExportMeInput;
    result: {
      data: Export;
      links: {
        next: string | null;
      };
    };
  };
  /**
   * New scans of both sides; their review begins anew.
   *
   * `PUT /api/v1/me/identity-documents`
   */
  resubmitIdentityDocuments: { input: ResubmitIdentityDocumentsInput; result: Expert };
  /**
   * Where the caller is signed in, the latest first.
   *
   * `GET /api/v1/me/tokens`
   */
  listTokens: { input: Record<never, never>; result: Session[] };
  /**
   * Signs the caller out somewhere else, or here.
   *
   * `DELETE /api/v1/me/tokens/{id}`
   */
  revokeToken: { input: RevokeTokenInput; result: undefined };
  /**
   * The provider's page where the expert's account gets verified.
   *
   * `POST /api/v1/me/payment-account`
   */
  openPaymentAccount: { input: Record<never, never>; result: ProviderPage };
  /**
   * The mails written for the caller's account in the last 30 days, the newest first. Deployed in the sandbox only.
   *
   * `GET /api/v1/sandbox/me/mails`
   */
  listMails: {
    input: ListMailsInput;
    result: Page & {
      data: KeptMail[];
    };
  };
  /**
   * What happened to the caller in the last 30 days, the newest first. Deployed in the sandbox only.
   *
   * `GET /api/v1/sandbox/me/events`
   */
  listEvents: {
    input: ListEventsInput;
    result: Page & {
      data: ActivityEvent[];
    };
  };
  /**
   * The caller's identity documents are accepted or rejected at will. Deployed in the sandbox only.
   *
   * `POST /api/v1/sandbox/me/identity-review`
   */
  reviewIdentity: { input: ReviewIdentityInput; result: Expert };
  /**
   * The caller's payment account is verified or restricted, until the provider next reports. Deployed in the sandbox only.
   *
   * `POST /api/v1/sandbox/me/payment-account`
   */
  setPaymentAccount: { input: SetPaymentAccountInput; result: Expert };
  /**
   * Every link and reset token that was mailed to the caller so far has expired. Deployed in the sandbox only.
   *
   * `POST /api/v1/sandbox/me/expire-links`
   */
  expireLinks: { input: Record<never, never>; result: undefined };
  /**
   * Permission to upload one file straight to storage, for what is too large for the platform. Scans of identity documents take no token, since they are uploaded before there is an account.
   *
   * `POST /api/v1/uploads`
   */
  createUpload: { input: CreateUploadInput; result: UploadPermit };
}

/** Of `X-Error-Code`: one word for each cause. */
export type ErrorCode =
  | 'already-offered'
  | 'already-signed-in'
  | 'already-verified'
  | 'bad-cursor'
  | 'bad-idempotency-key'
  | 'forbidden'
  | 'idempotency-key-reused'
  | 'internal'
  | 'invalid'
  | 'malformed-body'
  | 'money-under-way'
  | 'not-found'
  | 'not-owner'
  | 'offer-not-payable'
  | 'reset-failed'
  | 'stale'
  | 'too-large'
  | 'too-many-requests'
  | 'unapproved'
  | 'unauthenticated'
  | 'unavailable'
  | 'unsupported-media-type'
  | 'unverified'
  | 'work-unfinished'
  | 'wrong-credentials'
  | 'wrong-role'
  | 'wrong-state';

export interface Route {
  readonly method: string;
  readonly path: string;
  /** Names of the query. */
  readonly query?: readonly string[];
  readonly body?: true;
  /** Takes files. */
  readonly form?: true;
  /** Takes an `Idempotency-Key`. */
  readonly keyed?: true;
}

export const ROUTES: Readonly<Record<keyof Operations, Route>> = {
  toggleApprovalInSandbox: { method: 'POST', path: '/api/v1/sandbox/me/approval/toggle' },
  registerExpert: {
    method: 'POST',
    path: '/api/v1/auth/register/expert',
    body: true,
    form: true,
    keyed: true,
  },
  registerClient: { method: 'POST', path: '/api/v1/auth/register/client', body: true, keyed: true },
  login: { method: 'POST', path: '/api/v1/auth/login', body: true },
  logout: { method: 'POST', path: '/api/v1/auth/logout' },
  verifyEmail: {
    method: 'GET',
    path: '/api/v1/auth/email/verify/{userId}/{hash}',
    query: ['expires', 'signature'],
  },
  resendVerification: { method: 'POST', path: '/api/v1/auth/email/verify/resend', body: true },
  sendPasswordReset: { method: 'POST', path: '/api/v1/auth/password/email', body: true },
  resetPassword: { method: 'POST', path: '/api/v1/auth/password/reset', body: true },
  health: { method: 'GET', path: '/api/v1/health' },
  createTestimony: { method: 'POST', path: '/api/v1/testimonies', body: true, keyed: true },
  listTestimonies: { method: 'GET', path: '/api/v1/testimonies', query: ['cursor'] },
  listOfferable: { method: 'GET', path: '/api/v1/testimonies/offerable', query: ['cursor'] },
  showTestimony: { method: 'GET', path: '/api/v1/testimonies/{id}' },
  cancelTestimony: { method: 'POST', path: '/api/v1/testimonies/{id}/cancel', body: true, keyed: true },
  completeTestimony: {
    method: 'POST',
    path: '/api/v1/testimonies/{id}/complete',
    body: true,
    form: true,
    keyed: true,
  },
  makeOverdueInSandbox: { method: 'POST', path: '/api/v1/sandbox/testimonies/{id}/overdue' },
  downloadTestimony: { method: 'GET', path: '/api/v1/testimonies/{id}/download' },
  createOffer: { method: 'POST', path: '/api/v1/testimonies/{id}/offers', body: true, keyed: true },
  listOffers: { method: 'GET', path: '/api/v1/testimonies/{id}/offers', query: ['cursor'] },
  withdrawOffer: { method: 'DELETE', path: '/api/v1/testimonies/offers/{offerId}' },
  checkoutOffer: { method: 'POST', path: '/api/v1/testimonies/offers/{offerId}/checkout', body: true },
  acceptOffer: { method: 'POST', path: '/api/v1/testimonies/offers/accept', body: true },
  showMe: { method: 'GET', path: '/api/v1/me' },
  updateMe: { method: 'PUT', path: '/api/v1/me', body: true },
  closeMe: { method: 'DELETE', path: '/api/v1/me', body: true },
  exportMe: { method: 'GET', path: '/api/v1/me/export', query: ['cursor'] },
  resubmitIdentityDocuments: { method: 'PUT', path: '/api/v1/me/identity-documents', body: true, form: true },
  listTokens: { method: 'GET', path: '/api/v1/me/tokens' },
  revokeToken: { method: 'DELETE', path: '/api/v1/me/tokens/{id}' },
  openPaymentAccount: { method: 'POST', path: '/api/v1/me/payment-account' },
  listMails: { method: 'GET', path: '/api/v1/sandbox/me/mails', query: ['cursor'] },
  listEvents: { method: 'GET', path: '/api/v1/sandbox/me/events', query: ['cursor'] },
  reviewIdentity: { method: 'POST', path: '/api/v1/sandbox/me/identity-review', body: true },
  setPaymentAccount: { method: 'POST', path: '/api/v1/sandbox/me/payment-account', body: true },
  expireLinks: { method: 'POST', path: '/api/v1/sandbox/me/expire-links' },
  createUpload: { method: 'POST', path: '/api/v1/uploads', body: true },
};
