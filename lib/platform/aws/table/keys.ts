/** Where every kind of item lies in the table (infra/docs/data.md). */
import type { AuditSubject } from '../../../domain/model/audit.ts';
import type { Key } from './table.ts';

const own = (pk: string): Key => ({ pk, sk: pk });

export const key = {
  user: (id: string): Key => ({ pk: `USER#${id}`, sk: 'USER' }),
  token: (userId: string, id: string): Key => ({ pk: `USER#${userId}`, sk: `TOKEN#${id}` }),
  /** What is about a user lies with the user. */
  audit: ({ kind, id: about }: AuditSubject, id: string): Key => ({
    pk: kind === 'user' ? `USER#${about}` : `AUDIT#${about}`,
    sk: `AUDIT#${id}`,
  }),
  email: (address: string): Key => own(`EMAIL#${address}`),
  phone: (e164: string): Key => own(`PHONE#${e164}`),
  job: (id: string): Key => ({ pk: `JOB#${id}`, sk: 'JOB' }),
  activity: (userId: string, id: string): Key => ({ pk: `ACTIVITY#${userId}`, sk: id }),
  /** In the order of time. */
  mail: (userId: string, sentAt: string, id: string): Key => ({
    pk: `MAIL#${userId}`,
    sk: `${sentAt}#${id}`,
  }),
  window: (limit: string, hashedKey: string, start: number): Key =>
    own(`LIMIT#${limit}#${hashedKey}#${start}`),
  reset: (hash: string): Key => own(`RESET#${hash}`),
  upload: (objectKey: string): Key => own(`UPLOAD#${objectKey}`),
  testimony: (id: string): Key => ({ pk: `TESTIMONY#${id}`, sk: 'TESTIMONY' }),
  offer: (testimonyId: string, id: string): Key => ({ pk: `TESTIMONY#${testimonyId}`, sk: `OFFER#${id}` }),
  money: (testimonyId: string, id: string): Key => ({ pk: `TESTIMONY#${testimonyId}`, sk: `MONEY#${id}` }),
  offerPointer: (id: string): Key => own(`OFFER#${id}`),
  ofClient: (clientId: string, testimonyId: string): Key => ({ pk: `CLIENT#${clientId}`, sk: testimonyId }),
  ofExpert: (expertId: string, testimonyId: string): Key => ({ pk: `EXPERT#${expertId}`, sk: testimonyId }),
  checkout: (sessionId: string): Key => own(`CHECKOUT#${sessionId}`),
  /** Beside the testimony that is paid for, so that whoever began to can be found. */
  checkoutPointer: (testimonyId: string, sessionId: string): Key => ({
    pk: `TESTIMONY#${testimonyId}`,
    sk: `CHECKOUT#${sessionId}`,
  }),
  /** The newest checkout of an offer. */
  paying: (offerId: string): Key => own(`PAYING#${offerId}`),
  /** The checkout that a payment settled. */
  payment: (paymentId: string): Key => own(`PAYMENT#${paymentId}`),
  /** With the user whose request it answered; a guest's lies alone, with a pointer from the account that came of it. */
  answer: (userId: string, id: string): Key => ({ pk: `ANSWERS#${userId}`, sk: `ANSWER#${id}` }),
  event: (id: string): Key => own(`EVENT#${id}`),
};
