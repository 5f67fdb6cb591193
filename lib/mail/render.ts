/** Renderer of mails. Each mail has its own file in this directory. */
import type { MailName, MailOf } from '../domain/model/mail.ts';
import { accountClosed } from './account-closed.ts';
import { addressChanged } from './address-changed.ts';
import { bankAccountChanged } from './bank-account-changed.ts';
import { cancelled } from './cancelled.ts';
import { cancelledByPlatform } from './cancelled-by-platform.ts';
import { completed } from './completed.ts';
import type { Content } from './content.ts';
import { dataExported } from './data-exported.ts';
import { dueSoon } from './due-soon.ts';
import { expertApproved } from './expert-approved.ts';
import { identityAccepted } from './identity-accepted.ts';
import { identityRejected } from './identity-rejected.ts';
import { layOut, type Mail } from './layout.ts';
import { newOffer } from './new-offer.ts';
import { notChosen } from './not-chosen.ts';
import { offerAccepted } from './offer-accepted.ts';
import { overdue } from './overdue.ts';
import { overdueForClient } from './overdue-for-client.ts';
import { passwordChanged } from './password-changed.ts';
import { passwordReset } from './password-reset.ts';
import { paymentAccountAttention } from './payment-account-attention.ts';
import { paymentReceived } from './payment-received.ts';
import { paymentRefunded } from './payment-refunded.ts';
import { payoutSent } from './payout-sent.ts';
import { verifyEmail } from './verify-email.ts';

const WRITERS: { readonly [Name in MailName]: (message: MailOf<Name>) => Content } = {
  'verify-email': verifyEmail,
  'expert-approved': expertApproved,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'address-changed': addressChanged,
  'bank-account-changed': bankAccountChanged,
  'data-exported': dataExported,
  'identity-accepted': identityAccepted,
  'identity-rejected': identityRejected,
  'new-offer': newOffer,
  'offer-accepted': offerAccepted,
  completed,
  cancelled,
  'payment-refunded': paymentRefunded,
  'payment-received': paymentReceived,
  'not-chosen': notChosen,
  'due-soon': dueSoon,
  overdue,
  'overdue-for-client': overdueForClient,
  'cancelled-by-platform': cancelledByPlatform,
  'payout-sent': payoutSent,
  'payment-account-attention': paymentAccountAttention,
  'account-closed': accountClosed,
};

/**
 * Renders a mail.
 *
 * @param support the support address of the stage, if it has one
 */
export function renderMail<Name extends MailName>(message: MailOf<Name>, support?: string): Mail {
  const writer = WRITERS[message.name as Name];
  return layOut(writer(message), support);
}
