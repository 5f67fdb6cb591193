/** Schema of the export of all data stored about a user. */
import * as v from 'valibot';
import { Address, Company, ShippingAddress } from './address.ts';
import { SentMail } from './history.ts';
import { Download, Offer, Testimony } from './testimony.ts';
import { Session, User } from './user.ts';
import { Euros, Id, Link, NullableText, Text, Timestamp } from './values.ts';

const ScanLink = v.nullable(v.strictObject({ url: Link, expiresAt: Timestamp }));

/** A checkout, with the details that the buyer entered when the checkout started. */
const ExportedCheckout = v.strictObject({
  id: Text,
  testimonyId: Id,
  offerId: Id,
  amount: Euros,
  state: Text,
  buyer: v.nullable(
    v.strictObject({
      firstName: Text,
      lastName: Text,
      email: Text,
      phone: Text,
      billingAddress: v.nullable(Address),
      shippingAddress: v.nullable(ShippingAddress),
      company: v.nullable(Company),
    }),
  ),
  createdAt: Timestamp,
});

const ExportedAmount = v.strictObject({
  id: Text,
  kind: Text,
  testimonyId: Id,
  amount: Euros,
  at: Timestamp,
});

/** An operator's action, without the operator's identity. */
const ExportedAudit = v.strictObject({ id: Id, what: Text, why: NullableText, when: Timestamp });

/**
 * One page of the export: at most 500 tokens, testimonies, mails and audit entries each, and the offers, checkouts and
 * money of these testimonies.
 */
export const Export = v.strictObject({
  account: User,
  /** Identity documents of an expert; null for clients. A link is null after its scan was deleted. */
  scans: v.nullable(v.strictObject({ front: ScanLink, back: ScanLink })),
  tokens: v.array(Session),
  testimonies: v.array(
    v.strictObject({
      ...Testimony.entries,
      document: v.nullable(Download),
      earlierDocuments: v.array(Download),
    }),
  ),
  offers: v.array(Offer),
  checkouts: v.array(ExportedCheckout),
  money: v.array(ExportedAmount),
  mails: v.array(SentMail),
  audit: v.array(ExportedAudit),
});
