/** Slovak and English display labels for enumeration values. */
import { PURPOSE_LABELS } from '../../lib/mail/testimonies.ts';

type Labels = Readonly<Record<string, readonly [sk: string, en: string]>>;

/** Labels of the events that webhook endpoints can subscribe to. */
const EVENT_LABELS = {
  'account.registered': ['Účet založený', 'Account registered'],
  'email.verified': ['Adresa overená', 'Address verified'],
  'expert.approved': ['Znalec schválený', 'Expert approved'],
  'expert.revoked': ['Schválenie zrušené', 'Approval revoked'],
  'review.accepted': ['Totožnosť overená', 'Identity accepted'],
  'review.rejected': ['Totožnosť odmietnutá', 'Identity rejected'],
  'payment-account.changed': ['Účet pre výplaty sa zmenil', 'Payment account changed'],
  'testimony.created': ['Posudok zadaný', 'Testimony requested'],
  'testimony.accepted': ['Posudok zaplatený', 'Testimony paid for'],
  'testimony.completed': ['Posudok dokončený', 'Testimony completed'],
  'testimony.cancelled': ['Posudok zrušený', 'Testimony cancelled'],
  'testimony.due-changed': ['Termín sa zmenil', 'Due date changed'],
  'testimony.confirmed': ['Posudok potvrdený', 'Testimony confirmed'],
  'testimony.corrected': ['Dodaný opravený posudok', 'Corrected testimony delivered'],
  'complaint.made': ['Posudok reklamovaný', 'Complaint made'],
  'complaint.ended': ['Reklamácia posudku skončená', 'Complaint ended'],
  'offer.made': ['Ponuka podaná', 'Offer made'],
  'offer.received': ['Ponuka prišla', 'Offer received'],
  'offer.withdrawn': ['Ponuka stiahnutá', 'Offer withdrawn'],
  'offer.accepted': ['Ponuka prijatá', 'Offer accepted'],
  'offer.lapsed': ['Ponuka zanikla', 'Offer lapsed'],
  'payment.processing': ['Platba sa spracúva', 'Payment processing'],
  'payment.failed': ['Platba neprešla', 'Payment failed'],
  'payment.paid': ['Platba prijatá', 'Payment received'],
  'payment.refunding': ['Platba sa vracia', 'Payment being refunded'],
  'payment.refunded': ['Platba vrátená', 'Payment refunded'],
  'payment.partly-refunded': ['Časť platby vrátená', 'Payment refunded in part'],
  'payment.disputed': ['Platba reklamovaná v banke', 'Payment disputed at the bank'],
  'payout.held': ['Výplata čaká', 'Payout waits'],
  'payout.owed': ['Výplata čaká na účet pre výplaty', 'Payout waits for the payment account'],
  'payout.sent': ['Výplata odoslaná', 'Payout sent'],
  'payout.failed': ['Výplata zlyhala', 'Payout failed'],
  'payout.void': ['Výplata nebude', 'Nothing to be paid out'],
  'mail.sent': ['E-mail odoslaný', 'Mail sent'],
} as const satisfies Labels;

/** Label tables, one for each distinct set of enumeration values. */
const LABEL_TABLES: readonly Labels[] = [
  {
    ba: ['Bratislavský kraj', 'Bratislava Region'],
    bb: ['Banskobystrický kraj', 'Banská Bystrica Region'],
    ke: ['Košický kraj', 'Košice Region'],
    nr: ['Nitriansky kraj', 'Nitra Region'],
    po: ['Prešovský kraj', 'Prešov Region'],
    tn: ['Trenčiansky kraj', 'Trenčín Region'],
    tt: ['Trnavský kraj', 'Trnava Region'],
    za: ['Žilinský kraj', 'Žilina Region'],
  },
  combineLabels(PURPOSE_LABELS, {
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
  }),
  {
    apartment: ['Byt', 'Apartment'],
    commercial: ['Komerčná nehnuteľnosť', 'Commercial property'],
    house: ['Rodinný dom', 'House'],
    recreational: ['Rekreačná nehnuteľnosť', 'Recreational property'],
    land: ['Pozemok', 'Land'],
    garage: ['Garáž', 'Garage'],
    other: ['Iná nehnuteľnosť', 'Other property'],
  },
  {
    pending: ['Čaká na ponuky', 'Waiting for offers'],
    offered: ['Má ponuky', 'Has offers'],
    accepted: ['Znalec pracuje', 'In progress'],
    completed: ['Dokončený', 'Completed'],
    cancelled: ['Zrušený', 'Cancelled'],
  },
  {
    open: ['Otvorená', 'Open'],
    withdrawn: ['Stiahnutá', 'Withdrawn'],
    accepted: ['Prijatá', 'Accepted'],
    lapsed: ['Zaniknutá', 'Lapsed'],
  },
  {
    processing: ['Spracúva sa', 'Processing'],
    paid: ['Zaplatená', 'Paid'],
    refunding: ['Vracia sa', 'Being refunded'],
    refunded: ['Vrátená', 'Refunded'],
    disputed: ['Reklamovaná v banke', 'Disputed at the bank'],
  },
  {
    held: ['Čaká', 'Waiting'],
    owed: ['Čaká na účet pre výplaty', 'Waiting for the payment account'],
    sent: ['Vyplatená', 'Sent'],
    failed: ['Zlyhala', 'Failed'],
    void: ['Nevypláca sa', 'Nothing will be sent'],
  },
  {
    refunding: ['Platba sa vracia klientovi', 'The payment is being refunded'],
    disputed: ['Klient reklamuje platbu v banke', 'The payment is disputed'],
    'not-delivered': ['Čaká na odovzdanie posudku', 'Waiting for the delivery'],
    complaint: ['Čaká na koniec reklamácie', 'Waiting for the end of the complaint'],
    document: [
      'Čaká na kontrolu alebo opravu dokumentu',
      'Waiting for the check or a correction of the document',
    ],
    expert: ['Rieši ju podpora', 'Being looked into'],
    'not-due': ['Čaká na potvrdenie klienta alebo na termín', 'Waiting for the client or the due date'],
  },
  {
    pending: ['Kontroluje sa', 'Being checked'],
    ok: ['V poriadku', 'OK'],
    unreadable: ['Nedá sa prečítať', 'Unreadable'],
    'active-content': ['Obsahuje aktívny obsah', 'Contains active content'],
    infected: ['Obsahuje škodlivý softvér', 'Contains malware'],
  },
  {
    damaged: ['Poškodený', 'Damaged'],
    small: ['Malý', 'Small'],
    'too-large': ['Príliš veľký na kontrolu', 'Too large to be checked'],
  },
  { owed: ['Čaká na účet pre výplaty', 'Waiting for the payment account'], failed: ['Zlyhala', 'Failed'] },
  {
    offer: ['Poslať ponuku', 'Make an offer'],
    withdraw: ['Stiahnuť ponuku', 'Withdraw the offer'],
    checkout: ['Zaplatiť', 'Pay'],
    cancel: ['Zrušiť posudok', 'Cancel the testimony'],
    complete: ['Odovzdať posudok', 'Deliver the testimony'],
    download: ['Stiahnuť posudok', 'Download the testimony'],
    confirm: ['Potvrdiť posudok', 'Confirm the testimony'],
    complain: ['Reklamovať posudok', 'Complain about the testimony'],
  },
  {
    confirmed: ['Klient potvrdil posudok', 'The client confirmed the testimony'],
    'paid-out': ['Odmena bude vyplatená', 'The expert is paid'],
    refunded: ['Platba bude vrátená', 'The client is refunded'],
  },
  { 'pay-out': ['Vyplatiť odmenu', 'Pay the expert'], refund: ['Vrátiť platbu', 'Refund the client'] },
  {
    pending: ['Čaká na overenie', 'Waiting for review'],
    accepted: ['Overená', 'Accepted'],
    rejected: ['Odmietnutá', 'Rejected'],
  },
  { accepted: ['Overená', 'Accepted'], rejected: ['Odmietnutá', 'Rejected'] },
  {
    none: ['Nezaložený', 'None'],
    incomplete: ['Neúplný', 'Incomplete'],
    verified: ['Overený', 'Verified'],
    restricted: ['Obmedzený', 'Restricted'],
  },
  { verified: ['Overený', 'Verified'], restricted: ['Obmedzený', 'Restricted'] },
  {
    sent: ['Odoslaný', 'Sent'],
    refused: ['Odmietnutý', 'Refused'],
    held: ['Neodoslaný', 'Not sent'],
    withheld: ['Neodoslaný pre limit', 'Withheld by a limit'],
  },
  {
    account: ['Účet', 'Account'],
    testimony: ['Posudok', 'Testimony'],
    offer: ['Ponuka', 'Offer'],
    mail: ['E-mail', 'Mail'],
    'webhook-endpoint': ['Webhook', 'Webhook endpoint'],
  },
  EVENT_LABELS,
  { ...EVENT_LABELS, 'webhook.test': ['Skúšobná udalosť', 'Test event'] },
  {
    timeout: ['Server neodpovedal včas', 'The server did not respond in time'],
    'not-resolved': ['Meno servera sa nenašlo', 'The name of the server was not found'],
    'not-allowed': ['Adresa servera nie je verejná', 'The address of the server is not public'],
    tls: ['Certifikát servera neplatí', 'The certificate of the server is invalid'],
    connection: ['Server je nedostupný', 'The server cannot be reached'],
  },
  {
    'identity-document': ['Doklad totožnosti', 'Identity document'],
    'testimony-document': ['Znalecký posudok', 'Testimony'],
  },
  {
    'image/jpeg': ['Obrázok JPEG', 'JPEG image'],
    'image/png': ['Obrázok PNG', 'PNG image'],
    'application/pdf': ['Dokument PDF', 'PDF document'],
  },
];

/** Combines the Slovak labels that the mails use with English labels. */
function combineLabels(
  slovak: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
): Labels {
  return Object.fromEntries(
    Object.entries(slovak).map(([value, label]) => [value, [label, english[value] ?? ''] as const]),
  );
}

/**
 * Builds `x-enum-labels` for an enumeration.
 * @returns labels by language and value; undefined when no table has exactly these values
 */
export function findEnumLabels(
  values: readonly unknown[],
): Record<string, Record<string, string>> | undefined {
  const sortedValues = [...values].sort().join();
  const table = LABEL_TABLES.find(labels => Object.keys(labels).sort().join() === sortedValues);
  if (!table) return undefined;
  const selectLanguage = (index: 0 | 1) =>
    Object.fromEntries(values.map(value => [String(value), table[String(value)]?.[index] ?? '']));
  return { sk: selectLanguage(0), en: selectLanguage(1) };
}
