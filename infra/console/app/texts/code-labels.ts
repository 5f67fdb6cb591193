/** Labels of the API's codes, which the client library provides. */
import * as client from '../../../client/runtime/index.ts';

type LabelKey<
  Prefix extends string,
  Labels extends client.EnumLabels,
> = `${Prefix}.${Extract<keyof Labels['sk'], string>}`;

/** Returns the labels of an enumeration under keys such as `region.ba`. */
function readLabels<Prefix extends string, Labels extends client.EnumLabels>(
  prefix: Prefix,
  { sk, en }: Labels,
) {
  const entries = Object.keys(sk).map(code => [`${prefix}.${code}`, [sk[code], en[code]]]);
  return Object.fromEntries(entries) as Readonly<
    Record<LabelKey<Prefix, Labels>, readonly [slovak: string, english: string]>
  >;
}

export const CODE_LABELS = {
  ...readLabels('region', client.REGION_LABELS),
  ...readLabels('purpose', client.PURPOSE_LABELS),
  ...readLabels('estate', client.REAL_ESTATE_TYPE_LABELS),
  ...readLabels('state', client.TESTIMONY_STATE_LABELS),
  ...readLabels('action', client.TESTIMONY_ACTION_LABELS),
  ...readLabels('offer', client.OFFER_STATE_LABELS),
  ...readLabels('payment', client.PAYMENT_STATUS_LABELS),
  ...readLabels('payout', client.PAYOUT_STATUS_LABELS),
  ...readLabels('identity', client.IDENTITY_REVIEW_STATE_LABELS),
  ...readLabels('paymentAccount', client.PAYMENT_ACCOUNT_STATE_LABELS),
  'property.area': ['Plocha v m²', 'Area in m²'],
  'property.rooms': ['Počet izieb', 'Rooms'],
  'property.floor': ['Poschodie', 'Floor'],
  'property.floors': ['Počet podlaží', 'Floors'],
  // Sentences that replace the API's labels for the check of a document.
  'documentCheck.pending': ['Dokument sa kontroluje.', 'The document is being checked.'],
  'documentCheck.unreadable': [
    'Dokument sa pri kontrole nepodarilo prečítať.',
    'The check could not read the document.',
  ],
  'documentCheck.too-complex': [
    'Dokument je príliš zložitý a kontrola ho nedokázala prečítať celý.',
    'The document is too complex, and the check could not read all of it.',
  ],
  'documentCheck.active-content': [
    'Kontrola našla v dokumente skripty alebo spustiteľné súbory. Otvárajte ho opatrne.',
    'The check found scripts or executable files in the document. Open it with care.',
  ],
  'documentCheck.infected': [
    'Dokument obsahuje škodlivý softvér a nedá sa stiahnuť. Znalec musí odovzdať iný.',
    'The document contains malware and cannot be downloaded. The expert must deliver another one.',
  ],
} as const;
