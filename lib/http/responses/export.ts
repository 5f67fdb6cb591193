/** Everything that is kept about somebody, for themselves (infra/docs/api/conventions.md). */
import * as v from 'valibot';
import { Address, Company, ShippingAddress } from './address.ts';
import { KeptMail } from './history.ts';
import { Download, Offer, Testimony } from './testimony.ts';
import { Session, User } from './user.ts';
import { Euros, Id, Link, MaybeText, Moment, Text } from './values.ts';

const ScanLink = v.nullable(v.strictObject({ url: Link, expiresAt: Moment }));

/** Who is billed, as given when paying began. */
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
  createdAt: Moment,
});

const ExportedMovement = v.strictObject({
  id: Text,
  kind: Text,
  testimonyId: Id,
  amount: Euros,
  at: Moment,
});

/** What operators did, but not which of them. */
const ExportedAudit = v.strictObject({ id: Id, what: Text, why: MaybeText, when: Moment });

/** At most 500 of each kind. */
export const Export = v.strictObject({
  account: User,
  /** Of an expert; null once they are deleted. */
  scans: v.nullable(v.strictObject({ front: ScanLink, back: ScanLink })),
  tokens: v.array(Session),
  testimonies: v.array(v.strictObject({ ...Testimony.entries, document: v.nullable(Download) })),
  offers: v.array(Offer),
  checkouts: v.array(ExportedCheckout),
  money: v.array(ExportedMovement),
  mails: v.array(KeptMail),
  audit: v.array(ExportedAudit),
});
