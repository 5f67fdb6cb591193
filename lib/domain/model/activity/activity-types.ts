/** Types of activity events, with their labels in Slovak and English (infra/docs/api/webhooks.md#events). */

/** Types to which a webhook endpoint can subscribe. */
export const WEBHOOK_EVENT_TYPE_LABELS = {
  'account.registered': ['Účet založený', 'Account registered'],
  'email.verified': ['Adresa overená', 'Address verified'],
  'expert.approved': ['Znalec schválený', 'Expert approved'],
  'expert.revoked': ['Schválenie zrušené', 'Approval revoked'],
  'review.accepted': ['Totožnosť overená', 'Identity accepted'],
  'review.rejected': ['Totožnosť odmietnutá', 'Identity rejected'],
  'payment-account.changed': ['Účet na výplaty sa zmenil', 'Payment account changed'],
  'testimony.created': ['Posudok zadaný', 'Testimony requested'],
  'testimony.accepted': ['Posudok zaplatený', 'Testimony paid for'],
  'testimony.completed': ['Posudok odovzdaný', 'Testimony completed'],
  'testimony.cancelled': ['Posudok zrušený', 'Testimony cancelled'],
  'testimony.due-changed': ['Termín sa zmenil', 'Due date changed'],
  'testimony.confirmed': ['Posudok potvrdený', 'Testimony confirmed'],
  'testimony.corrected': ['Opravený posudok odovzdaný', 'Corrected testimony delivered'],
  'complaint.made': ['Posudok reklamovaný', 'Complaint made'],
  'complaint.ended': ['Reklamácia posudku skončená', 'Complaint ended'],
  'offer.made': ['Ponuka poslaná', 'Offer made'],
  'offer.received': ['Ponuka prišla', 'Offer received'],
  'offer.withdrawn': ['Ponuka odvolaná', 'Offer withdrawn'],
  'offer.accepted': ['Ponuka prijatá', 'Offer accepted'],
  'offer.lapsed': ['Ponuka zanikla', 'Offer lapsed'],
  'payment.paid': ['Platba prijatá', 'Payment received'],
  'payment.refunding': ['Platba sa vracia', 'Payment being refunded'],
  'payment.refunded': ['Platba vrátená', 'Payment refunded'],
  'payment.partly-refunded': ['Časť platby vrátená', 'Payment refunded in part'],
  'payment.disputed': ['Spor o platbu', 'Payment disputed at the bank'],
  'payout.held': ['Výplata čaká', 'Payout waits'],
  'payout.owed': ['Výplata čaká na overenie účtu', 'Payout waits for the payment account'],
  'payout.sent': ['Výplata odoslaná', 'Payout sent'],
  'payout.failed': ['Výplata zlyhala', 'Payout failed'],
  'payout.void': ['Nevypláca sa', 'Nothing to be paid out'],
  'mail.sent': ['E-mail odoslaný', 'Mail sent'],
} as const;

/** All types of events. Challenges and test events need no subscription. */
export const ACTIVITY_TYPE_LABELS = {
  ...WEBHOOK_EVENT_TYPE_LABELS,
  'webhook.challenge': ['Potvrdenie webhooku', 'Webhook challenge'],
  'webhook.test': ['Skúšobná udalosť', 'Test event'],
} as const;

export type ActivityType = keyof typeof ACTIVITY_TYPE_LABELS;

const listTypes = <Type extends ActivityType>(labels: Readonly<Record<Type, unknown>>) =>
  Object.keys(labels) as Type[];

export const ACTIVITY_TYPES = listTypes(ACTIVITY_TYPE_LABELS);
export const SUBSCRIBABLE_TYPES = listTypes(WEBHOOK_EVENT_TYPE_LABELS);
