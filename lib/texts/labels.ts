/**
 * Slovak and English labels of every enumeration of the API. Mails, the API description, the client and the console
 * take their labels from here. Each table is a separate export, so that a bundle contains only the tables that it uses.
 */

export type LabelTable = Readonly<Record<string, readonly [slovak: string, english: string]>>;

export const Region = {
  ba: ['Bratislavský kraj', 'Bratislava Region'],
  bb: ['Banskobystrický kraj', 'Banská Bystrica Region'],
  ke: ['Košický kraj', 'Košice Region'],
  nr: ['Nitriansky kraj', 'Nitra Region'],
  po: ['Prešovský kraj', 'Prešov Region'],
  tn: ['Trenčiansky kraj', 'Trenčín Region'],
  tt: ['Trnavský kraj', 'Trnava Region'],
  za: ['Žilinský kraj', 'Žilina Region'],
} as const;

export const Purpose = {
  mortgage: ['Hypotéka', 'Mortgage'],
  inheritance: ['Dedičské konanie', 'Inheritance'],
  construction: ['Výstavba', 'Construction'],
  settlement: ['Majetkové vyrovnanie', 'Settlement of property'],
  coownership: ['Vyporiadanie spoluvlastníctva', 'End of co-ownership'],
  noncash: ['Nepeňažný vklad', 'Non-cash contribution'],
  enforcement: ['Exekúcia', 'Enforcement'],
  auction: ['Dražba', 'Auction'],
  transfer: ['Prevod nehnuteľnosti', 'Transfer of ownership'],
  business: ['Podnikanie', 'Business'],
  easement: ['Vecné bremeno', 'Easement'],
} as const;

export const RealEstateType = {
  apartment: ['Byt', 'Apartment'],
  commercial: ['Komerčná nehnuteľnosť', 'Commercial property'],
  house: ['Rodinný dom', 'House'],
  recreational: ['Rekreačná nehnuteľnosť', 'Recreational property'],
  land: ['Pozemok', 'Land'],
  garage: ['Garáž', 'Garage'],
  other: ['Iná nehnuteľnosť', 'Other property'],
} as const;

export const UserRole = {
  client: ['Klient', 'Client'],
  expert: ['Znalec', 'Expert'],
} as const;

export const TestimonyState = {
  pending: ['Čaká na ponuky', 'Waiting for offers'],
  offered: ['Má ponuky', 'Has offers'],
  accepted: ['Vo vypracovaní', 'In progress'],
  completed: ['Odovzdaný', 'Completed'],
  cancelled: ['Zrušený', 'Cancelled'],
} as const;

export const TestimonyAction = {
  offer: ['Poslať ponuku', 'Make an offer'],
  withdraw: ['Odvolať ponuku', 'Withdraw the offer'],
  checkout: ['Zaplatiť', 'Pay'],
  cancel: ['Zrušiť posudok', 'Cancel the testimony'],
  complete: ['Odovzdať posudok', 'Deliver the testimony'],
  download: ['Stiahnuť posudok', 'Download the testimony'],
  confirm: ['Potvrdiť posudok', 'Confirm the testimony'],
  complain: ['Reklamovať posudok', 'Complain about the testimony'],
} as const;

export const OfferState = {
  open: ['Otvorená', 'Open'],
  withdrawn: ['Odvolaná', 'Withdrawn'],
  accepted: ['Prijatá', 'Accepted'],
  lapsed: ['Zaniknutá', 'Lapsed'],
} as const;

export const PaymentStatus = {
  paid: ['Zaplatená', 'Paid'],
  refunding: ['Vracia sa', 'Being refunded'],
  refunded: ['Vrátená', 'Refunded'],
  disputed: ['Spor o platbu', 'Disputed at the bank'],
} as const;

export const PayoutStatus = {
  held: ['Čaká', 'Waiting'],
  owed: ['Čaká na overenie účtu', 'Waiting for the payment account'],
  sent: ['Vyplatená', 'Sent'],
  failed: ['Zlyhala', 'Failed'],
  void: ['Nevypláca sa', 'Nothing will be sent'],
} as const;

export const PayoutHoldReason = {
  risk: ['Čaká na kontrolu platby', 'Waiting for a check of the payment'],
  document: [
    'Čaká na kontrolu alebo opravu dokumentu',
    'Waiting for the check or a correction of the document',
  ],
  expert: ['Čaká na naše rozhodnutie', 'Waiting for our decision'],
  review: ['Čaká na overenie totožnosti', 'Waiting for the identity review'],
  cap: ['Čaká na kontrolu vyplatených súm', 'Waiting for a check of the amounts paid out'],
  'not-due': ['Čaká na potvrdenie klienta alebo na termín', 'Waiting for the client or the due date'],
  decision: ['Čaká na rozhodnutie o platbe', 'Waiting for a decision about the payment'],
} as const;

export const DocumentCheck = {
  pending: ['Kontroluje sa', 'Being checked'],
  ok: ['V poriadku', 'OK'],
  unreadable: ['Nedá sa prečítať', 'Unreadable'],
  'too-complex': ['Príliš zložitý na kontrolu', 'Too complex to be checked'],
  'active-content': ['Obsahuje aktívny obsah', 'Contains active content'],
  infected: ['Obsahuje škodlivý softvér', 'Contains malware'],
} as const;

export const ScanFlag = {
  damaged: ['Poškodený', 'Damaged'],
  small: ['Malý', 'Small'],
  'too-large': ['Príliš veľký na kontrolu', 'Too large to be checked'],
  'too-complex': ['Príliš zložitý na kontrolu', 'Too complex to be checked'],
} as const;

export const ComplaintOutcome = {
  confirmed: ['Klient potvrdil posudok', 'The client confirmed the testimony'],
  'paid-out': ['Odmena bude vyplatená', 'The expert is paid'],
  refunded: ['Platba bude vrátená', 'The client is refunded'],
} as const;

export const ComplaintDecision = {
  'pay-out': ['Vyplatiť odmenu', 'Pay the expert'],
  refund: ['Vrátiť platbu', 'Refund the client'],
} as const;

export const DisputeOutcome = {
  won: ['Vyhratý', 'Won'],
  lost: ['Prehratý', 'Lost'],
} as const satisfies LabelTable;

export const RefundBearer = {
  expert: ['Znalec', 'The expert'],
  platform: ['Platforma', 'The platform'],
  both: ['Znalec a platforma', 'The expert and the platform'],
} as const satisfies LabelTable;

export const IdentityReviewState = {
  pending: ['Čaká na overenie', 'Waiting for review'],
  accepted: ['Overená', 'Accepted'],
  rejected: ['Odmietnutá', 'Rejected'],
} as const;

export const ReviewDecision = {
  accepted: IdentityReviewState.accepted,
  rejected: IdentityReviewState.rejected,
} as const;

export const PaymentAccountState = {
  none: ['Nezaložený', 'None'],
  incomplete: ['Neúplný', 'Incomplete'],
  verified: ['Overený', 'Verified'],
  restricted: ['Obmedzený', 'Restricted'],
} as const;

export const SimulatedAccountState = {
  verified: PaymentAccountState.verified,
  restricted: PaymentAccountState.restricted,
} as const;

export const SentMailState = {
  sent: ['Odoslaný', 'Sent'],
  refused: ['Odmietnutý', 'Refused'],
  held: ['Neodoslaný', 'Not sent'],
  withheld: ['Neodoslaný pre limit', 'Withheld by a limit'],
} as const;

export const UploadPurpose = {
  'identity-document': ['Doklad totožnosti', 'Identity document'],
  'testimony-document': ['Znalecký posudok', 'Testimony'],
} as const;

export const UploadType = {
  'image/jpeg': ['Obrázok JPEG', 'JPEG image'],
  'image/png': ['Obrázok PNG', 'PNG image'],
  'application/pdf': ['Dokument PDF', 'PDF document'],
} as const;

export const ActivitySubject = {
  account: ['Účet', 'Account'],
  testimony: ['Posudok', 'Testimony'],
  offer: ['Ponuka', 'Offer'],
  mail: ['E-mail', 'Mail'],
  partner: ['Partner', 'Partner'],
} as const;

/** Labels of the event types to which webhooks can subscribe. */
export const WebhookEventType = {
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

export const ActivityType = {
  ...WebhookEventType,
  'webhook.challenge': ['Potvrdenie webhooku', 'Webhook challenge'],
  'webhook.test': ['Skúšobná udalosť', 'Test event'],
} as const;

export const WebhookDeliveryError = {
  timeout: ['Server neodpovedal včas', 'The server did not respond in time'],
  'not-resolved': ['Meno servera sa nenašlo', 'The name of the server was not found'],
  'resolver-failed': ['Naše DNS zlyhalo', 'Our DNS failed'],
  'not-allowed': ['Adresa servera nie je verejná', 'The address of the server is not public'],
  tls: ['Certifikát servera neplatí', 'The certificate of the server is invalid'],
  connection: ['Server je nedostupný', 'The server cannot be reached'],
} as const;

export const WebhookState = {
  unconfirmed: ['Nepotvrdený', 'Unconfirmed'],
  enabled: ['Zapnutý', 'Enabled'],
  disabled: ['Vypnutý', 'Disabled'],
} as const;
