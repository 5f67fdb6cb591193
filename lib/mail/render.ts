/** Renderer of mails. Each mail has its own file in this directory. */
import type { MailMessageOf, MailName } from '../domain/model/mail.ts';
import { accountClosedMail } from './account-closed.ts';
import { accountLockedMail } from './account-locked.ts';
import { accountUnlockedMail } from './account-unlocked.ts';
import { bankAccountChangedMail } from './bank-account-changed.ts';
import { cancelledMail } from './cancelled.ts';
import { cancelledByPlatformMail } from './cancelled-by-platform.ts';
import { cancelledOverdueMail } from './cancelled-overdue.ts';
import { complaintEndedMail } from './complaint-ended.ts';
import { complaintMadeMail } from './complaint-made.ts';
import { completedMail } from './completed.ts';
import type { MailContent } from './content.ts';
import { dataExportedMail } from './data-exported.ts';
import { documentCorrectedMail } from './document-corrected.ts';
import { documentRejectedMail } from './document-rejected.ts';
import { dueSoonMail } from './due-soon.ts';
import { emailChangedMail } from './email-changed.ts';
import { emailRestoredMail } from './email-restored.ts';
import { expertApprovedMail } from './expert-approved.ts';
import { failedLoginsMail } from './failed-logins.ts';
import { identityAcceptedMail } from './identity-accepted.ts';
import { identityRejectedMail } from './identity-rejected.ts';
import { type Mail, renderLayout } from './layout.ts';
import { newOfferMail } from './new-offer.ts';
import { newTestimoniesMail } from './new-testimonies.ts';
import { notChosenMail } from './not-chosen.ts';
import { offerAcceptedMail } from './offer-accepted.ts';
import { overdueMail } from './overdue.ts';
import { overdueForClientMail } from './overdue-for-client.ts';
import { passwordChangedMail } from './password-changed.ts';
import { passwordResetMail } from './password-reset.ts';
import { paymentAccountAttentionMail } from './payment-account-attention.ts';
import { paymentAccountOpenedMail } from './payment-account-opened.ts';
import { paymentReceivedMail } from './payment-received.ts';
import { paymentRefundedMail } from './payment-refunded.ts';
import { payoutChangedMail } from './payout-changed.ts';
import { payoutSentMail } from './payout-sent.ts';
import { sessionsEndedMail } from './sessions-ended.ts';
import { emailVerificationMail } from './verify-email.ts';
import { webhookDisabledMail } from './webhook-disabled.ts';
import { workPausedMail } from './work-paused.ts';
import { workResumedMail } from './work-resumed.ts';

const CONTENT_CREATORS: { readonly [Name in MailName]: (message: MailMessageOf<Name>) => MailContent } = {
  'verify-email': emailVerificationMail,
  'expert-approved': expertApprovedMail,
  'password-reset': passwordResetMail,
  'password-changed': passwordChangedMail,
  'email-changed': emailChangedMail,
  'failed-logins': failedLoginsMail,
  'email-restored': emailRestoredMail,
  'account-locked': accountLockedMail,
  'account-unlocked': accountUnlockedMail,
  'sessions-ended': sessionsEndedMail,
  'bank-account-changed': bankAccountChangedMail,
  'data-exported': dataExportedMail,
  'identity-accepted': identityAcceptedMail,
  'identity-rejected': identityRejectedMail,
  'new-offer': newOfferMail,
  'offer-accepted': offerAcceptedMail,
  completed: completedMail,
  'document-corrected': documentCorrectedMail,
  'complaint-made': complaintMadeMail,
  'complaint-ended': complaintEndedMail,
  cancelled: cancelledMail,
  'payment-refunded': paymentRefundedMail,
  'payment-received': paymentReceivedMail,
  'not-chosen': notChosenMail,
  'due-soon': dueSoonMail,
  overdue: overdueMail,
  'overdue-for-client': overdueForClientMail,
  'cancelled-by-platform': cancelledByPlatformMail,
  'cancelled-overdue': cancelledOverdueMail,
  'document-rejected': documentRejectedMail,
  'payout-sent': payoutSentMail,
  'work-paused': workPausedMail,
  'work-resumed': workResumedMail,
  'payout-changed': payoutChangedMail,
  'payment-account-attention': paymentAccountAttentionMail,
  'payment-account-opened': paymentAccountOpenedMail,
  'webhook-disabled': webhookDisabledMail,
  'account-closed': accountClosedMail,
  'new-testimonies': newTestimoniesMail,
};

/**
 * Renders a mail.
 *
 * @param support the support e-mail address of the stage, if it has one
 */
export function renderMail<Name extends MailName>(message: MailMessageOf<Name>, support?: string): Mail {
  const createContent = CONTENT_CREATORS[message.name as Name];
  return renderLayout(createContent(message), support);
}
