/**
 * Slovak and English labels of every enumeration of the API. Mails, the API description, the client and the console
 * take their labels from here. Each table is a separate export, so that a bundle contains only the tables that it uses.
 */

export { ACTIVITY_TYPE_LABELS, WEBHOOK_EVENT_TYPE_LABELS } from '../domain/model/activity/activity-types.ts';

export type LabelTable = Readonly<Record<string, readonly [slovak: string, english: string]>>;

export const REGION_LABELS = {
  ba: ['Bratislavský kraj', 'Bratislava Region'],
  bb: ['Banskobystrický kraj', 'Banská Bystrica Region'],
  ke: ['Košický kraj', 'Košice Region'],
  nr: ['Nitriansky kraj', 'Nitra Region'],
  po: ['Prešovský kraj', 'Prešov Region'],
  tn: ['Trenčiansky kraj', 'Trenčín Region'],
  tt: ['Trnavský kraj', 'Trnava Region'],
  za: ['Žilinský kraj', 'Žilina Region'],
} as const;

export const PURPOSE_LABELS = {
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

export const REAL_ESTATE_TYPE_LABELS = {
  apartment: ['Byt', 'Apartment'],
  commercial: ['Komerčná nehnuteľnosť', 'Commercial property'],
  house: ['Rodinný dom', 'House'],
  recreational: ['Rekreačná nehnuteľnosť', 'Recreational property'],
  land: ['Pozemok', 'Land'],
  garage: ['Garáž', 'Garage'],
  other: ['Iná nehnuteľnosť', 'Other property'],
} as const;

export const USER_ROLE_LABELS = {
  client: ['Klient', 'Client'],
  expert: ['Znalec', 'Expert'],
} as const;

export const TESTIMONY_STATE_LABELS = {
  pending: ['Čaká na ponuky', 'Waiting for offers'],
  offered: ['Má ponuky', 'Has offers'],
  accepted: ['Vo vypracovaní', 'In progress'],
  completed: ['Odovzdaný', 'Completed'],
  cancelled: ['Zrušený', 'Cancelled'],
} as const;

export const TESTIMONY_ACTION_LABELS = {
  offer: ['Poslať ponuku', 'Make an offer'],
  withdraw: ['Odvolať ponuku', 'Withdraw the offer'],
  checkout: ['Zaplatiť', 'Pay'],
  cancel: ['Zrušiť posudok', 'Cancel the testimony'],
  complete: ['Odovzdať posudok', 'Deliver the testimony'],
  download: ['Stiahnuť posudok', 'Download the testimony'],
  confirm: ['Potvrdiť posudok', 'Confirm the testimony'],
  complain: ['Reklamovať posudok', 'Complain about the testimony'],
} as const;

export const OFFER_STATE_LABELS = {
  open: ['Otvorená', 'Open'],
  withdrawn: ['Odvolaná', 'Withdrawn'],
  accepted: ['Prijatá', 'Accepted'],
  lapsed: ['Zaniknutá', 'Lapsed'],
} as const;

export const PAYMENT_STATUS_LABELS = {
  paid: ['Zaplatená', 'Paid'],
  refunding: ['Vracia sa', 'Being refunded'],
  refunded: ['Vrátená', 'Refunded'],
  disputed: ['Spor o platbu', 'Disputed at the bank'],
} as const;

export const PAYOUT_STATUS_LABELS = {
  held: ['Čaká', 'Waiting'],
  owed: ['Čaká na overenie účtu', 'Waiting for the payment account'],
  sent: ['Vyplatená', 'Sent'],
  failed: ['Zlyhala', 'Failed'],
  void: ['Nevypláca sa', 'Nothing will be sent'],
} as const;

export const PAYOUT_HOLD_REASON_LABELS = {
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

export const DOCUMENT_CHECK_LABELS = {
  pending: ['Kontroluje sa', 'Being checked'],
  ok: ['V poriadku', 'OK'],
  unreadable: ['Nedá sa prečítať', 'Unreadable'],
  'too-complex': ['Príliš zložitý na kontrolu', 'Too complex to be checked'],
  'active-content': ['Obsahuje aktívny obsah', 'Contains active content'],
  infected: ['Obsahuje škodlivý softvér', 'Contains malware'],
} as const;

export const SCAN_FLAG_LABELS = {
  damaged: ['Poškodený', 'Damaged'],
  small: ['Malý', 'Small'],
  'too-large': ['Príliš veľký na kontrolu', 'Too large to be checked'],
  'too-complex': ['Príliš zložitý na kontrolu', 'Too complex to be checked'],
} as const;

export const COMPLAINT_OUTCOME_LABELS = {
  confirmed: ['Klient potvrdil posudok', 'The client confirmed the testimony'],
  'paid-out': ['Odmena bude vyplatená', 'The expert is paid'],
  refunded: ['Platba bude vrátená', 'The client is refunded'],
} as const;

export const COMPLAINT_DECISION_LABELS = {
  'pay-out': ['Vyplatiť odmenu', 'Pay the expert'],
  refund: ['Vrátiť platbu', 'Refund the client'],
} as const;

export const DISPUTE_OUTCOME_LABELS = {
  won: ['Vyhratý', 'Won'],
  lost: ['Prehratý', 'Lost'],
} as const satisfies LabelTable;

export const REFUND_BEARER_LABELS = {
  expert: ['Znalec', 'The expert'],
  platform: ['Platforma', 'The platform'],
  both: ['Znalec a platforma', 'The expert and the platform'],
} as const satisfies LabelTable;

export const IDENTITY_REVIEW_STATE_LABELS = {
  pending: ['Čaká na overenie', 'Waiting for review'],
  accepted: ['Overená', 'Accepted'],
  rejected: ['Odmietnutá', 'Rejected'],
} as const;

export const REVIEW_DECISION_LABELS = {
  accepted: IDENTITY_REVIEW_STATE_LABELS.accepted,
  rejected: IDENTITY_REVIEW_STATE_LABELS.rejected,
} as const;

export const PAYMENT_ACCOUNT_STATE_LABELS = {
  none: ['Nezaložený', 'None'],
  incomplete: ['Neúplný', 'Incomplete'],
  verified: ['Overený', 'Verified'],
  restricted: ['Obmedzený', 'Restricted'],
} as const;

export const SIMULATED_ACCOUNT_STATE_LABELS = {
  verified: PAYMENT_ACCOUNT_STATE_LABELS.verified,
  restricted: PAYMENT_ACCOUNT_STATE_LABELS.restricted,
} as const;

export const SENT_MAIL_STATE_LABELS = {
  sent: ['Odoslaný', 'Sent'],
  refused: ['Odmietnutý', 'Refused'],
  held: ['Neodoslaný', 'Not sent'],
  withheld: ['Neodoslaný pre limit', 'Withheld by a limit'],
} as const;

export const UPLOAD_PURPOSE_LABELS = {
  'identity-document': ['Doklad totožnosti', 'Identity document'],
  'testimony-document': ['Znalecký posudok', 'Testimony'],
} as const;

export const UPLOAD_TYPE_LABELS = {
  'image/jpeg': ['Obrázok JPEG', 'JPEG image'],
  'image/png': ['Obrázok PNG', 'PNG image'],
  'application/pdf': ['Dokument PDF', 'PDF document'],
} as const;

export const ACTIVITY_SUBJECT_LABELS = {
  account: ['Účet', 'Account'],
  testimony: ['Posudok', 'Testimony'],
  offer: ['Ponuka', 'Offer'],
  mail: ['E-mail', 'Mail'],
  partner: ['Partner', 'Partner'],
} as const;

export const WEBHOOK_DELIVERY_ERROR_LABELS = {
  timeout: ['Server neodpovedal včas', 'The server did not respond in time'],
  'not-resolved': ['Meno servera sa nenašlo', 'The name of the server was not found'],
  'resolver-failed': ['Naše DNS zlyhalo', 'Our DNS failed'],
  'not-allowed': ['Adresa servera nie je verejná', 'The address of the server is not public'],
  tls: ['Certifikát servera neplatí', 'The certificate of the server is invalid'],
  connection: ['Server je nedostupný', 'The server cannot be reached'],
} as const;

export const WEBHOOK_STATE_LABELS = {
  unconfirmed: ['Nepotvrdený', 'Unconfirmed'],
  enabled: ['Zapnutý', 'Enabled'],
  disabled: ['Vypnutý', 'Disabled'],
} as const;
