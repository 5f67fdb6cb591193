interface MoneyStateText {
  readonly meaning: string;
  /** Actions that change this combination of states; null if the combination is final. */
  readonly wayOut: string | null;
}

export const MONEY_STATE_TEXTS: Readonly<Record<string, MoneyStateText>> = {
  pending: {
    meaning: 'the client has no offers yet',
    wayOut: 'an offer, or the client cancels',
  },
  offered: {
    meaning: 'the client chooses an offer',
    wayOut: 'the client pays or cancels',
  },
  cancelled: {
    meaning: 'cancelled before an offer was accepted',
    wayOut: null,
  },
  'accepted paid held': {
    meaning: 'the expert works',
    wayOut:
      'the expert delivers, the client cancels when it is long overdue, or an operator cancels or refunds',
  },
  'accepted paid void': {
    meaning: 'the expert works, but refunds have used up the payout',
    wayOut:
      'the expert delivers, the client cancels when it is long overdue, or an operator cancels or refunds',
  },
  'accepted paid sent': {
    meaning: 'the expert works, and was paid already, for example before a restore of the table',
    wayOut: 'the expert delivers',
  },
  'accepted paid failed': {
    meaning: 'the expert works, and was paid already, for example before a restore of the table',
    wayOut: 'the expert delivers',
  },
  'accepted refunding held': {
    meaning: 'the rest of the payment is on its way back; the work waits',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'accepted disputed held': {
    meaning: 'the work waits and the due date stands still',
    wayOut: 'the dispute is won or lost',
  },
  'accepted refunding void': {
    meaning: 'the rest of the payment is on its way back; the work waits',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'accepted disputed void': {
    meaning: 'the work waits and the due date stands still',
    wayOut: 'the dispute is won or lost',
  },
  'accepted refunding sent': {
    meaning: 'the rest of the payment is on its way back; the work waits',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'accepted disputed sent': {
    meaning: 'the work waits and the due date stands still',
    wayOut: 'the dispute is won or lost',
  },
  'accepted refunding failed': {
    meaning: 'the rest of the payment is on its way back; the work waits',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'accepted disputed failed': {
    meaning: 'the work waits and the due date stands still',
    wayOut: 'the dispute is won or lost',
  },
  'cancelled refunding void': {
    meaning: 'cancelled, and the payment is on its way back',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'cancelled disputed void': {
    meaning: 'cancelled while the payment is disputed',
    wayOut: 'the dispute is won or lost',
  },
  'cancelled refunded void': {
    meaning: 'cancelled, and the client got the payment back',
    wayOut: 'final; if unbalanced, a refund, a retry, or `testimonies settle`',
  },
  'cancelled refunding sent': {
    meaning: 'cancelled, and the payment is on its way back',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'cancelled disputed sent': {
    meaning: 'cancelled while the payment is disputed',
    wayOut: 'the dispute is won or lost',
  },
  'cancelled refunded sent': {
    meaning: 'cancelled, and the client got the payment back',
    wayOut: 'final; if unbalanced, a refund, a retry, or `testimonies settle`',
  },
  'completed paid held': {
    meaning: 'the payout is being sent',
    wayOut: 'the payout job',
  },
  'completed paid held: not-due': {
    meaning: 'the client may still complain, or a fraud could still come to light',
    wayOut: 'time, the client confirms or complains, or an operator releases the payout or refunds',
  },
  'completed paid held: complaint': {
    meaning: 'the client has complained',
    wayOut: 'the client confirms, or an operator ends the complaint',
  },
  'completed paid held: document': {
    meaning: 'the document is not checked, did not pass its check, or is infected',
    wayOut:
      'the check, the client complains, the expert corrects the document, or an operator releases the payout or refunds',
  },
  'completed paid held: risk': {
    meaning: 'the card may be stolen',
    wayOut: 'an operator releases the payout or refunds',
  },
  'completed paid held: review': {
    meaning: 'the expert has a new name',
    wayOut: 'the identity review ends',
  },
  'completed paid held: cap': {
    meaning: 'the expert would get too much today',
    wayOut: 'an operator releases the payout or refunds',
  },
  'completed paid held: decision': {
    meaning: 'it must be decided who bears a refund or a dispute',
    wayOut: '`testimonies settle` with `borne-by-expert` or `borne-by-platform`, or the end of the dispute',
  },
  'completed paid held: expert': {
    meaning: 'the expert is locked, revoked, rejected or restricted',
    wayOut: 'an operator releases the payout or refunds',
  },
  'completed paid owed': {
    meaning: 'the expert has no verified payment account',
    wayOut: 'the account is verified, or an operator refunds or settles outside',
  },
  'completed paid failed': {
    meaning: 'the transfer failed or came back',
    wayOut: 'an operator retries or dismisses the job, refunds, or settles outside',
  },
  'completed paid sent': {
    meaning: 'the expert got the payout',
    wayOut: 'final; if unbalanced, a refund, a retry, or `testimonies settle`',
  },
  'completed paid void': {
    meaning: 'nothing is sent: an operator ended the payout, or refunds used it up',
    wayOut: 'final when the sums agree; otherwise `testimonies reopen-payout`, `refund` or `settle`',
  },
  'completed refunding held': {
    meaning: 'a full refund is on its way',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'completed disputed held': {
    meaning: 'the payment is disputed; nothing is downloaded',
    wayOut: 'the dispute is won or lost',
  },
  'completed refunding failed': {
    meaning: 'a full refund is on its way',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'completed disputed failed': {
    meaning: 'the payment is disputed; nothing is downloaded',
    wayOut: 'the dispute is won or lost',
  },
  'completed refunding sent': {
    meaning: 'a full refund is on its way',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'completed disputed sent': {
    meaning: 'the payment is disputed; nothing is downloaded',
    wayOut: 'the dispute is won or lost',
  },
  'completed refunding void': {
    meaning: 'a full refund is on its way',
    wayOut: 'the refund is confirmed, or fails and is retried or settled outside',
  },
  'completed disputed void': {
    meaning: 'the payment is disputed; nothing is downloaded',
    wayOut: 'the dispute is won or lost',
  },
  'completed refunded sent': {
    meaning: 'the client got the payment back after the delivery',
    wayOut: 'final; if unbalanced, a refund, a retry, or `testimonies settle`',
  },
  'completed refunded void': {
    meaning: 'the client got the payment back after the delivery',
    wayOut: 'final; if unbalanced, a refund, a retry, or `testimonies settle`',
  },
};
