/** Labels of the API's codes, from the client. */
import { LABELS, type LabelledEnum } from '../../../client/runtime/index.ts';

type Labels = readonly [slovak: string, english: string];
type LabelKey<
  Prefix extends string,
  Name extends LabelledEnum,
> = `${Prefix}.${Extract<keyof (typeof LABELS)[Name]['sk'], string>}`;

/** Returns the labels of an enumeration under keys such as `region.ba`. */
function readLabels<Prefix extends string, Name extends LabelledEnum>(prefix: Prefix, name: Name) {
  const { sk, en } = LABELS[name] as Readonly<Record<'sk' | 'en', Readonly<Record<string, string>>>>;
  const entries = Object.keys(sk).map(code => [`${prefix}.${code}`, [sk[code] ?? '', en[code] ?? '']]);
  return Object.fromEntries(entries) as Readonly<Record<LabelKey<Prefix, Name>, Labels>>;
}

export const CODE_LABELS = {
  ...readLabels('region', 'Region'),
  ...readLabels('purpose', 'Purpose'),
  ...readLabels('estate', 'RealEstateType'),
  ...readLabels('state', 'TestimonyState'),
  ...readLabels('action', 'TestimonyAction'),
  ...readLabels('mail', 'SentMailState'),
  ...readLabels('offer', 'OfferState'),
  ...readLabels('payment', 'PaymentStatus'),
  ...readLabels('payout', 'PayoutStatus'),
  ...readLabels('identity', 'IdentityReviewState'),
  ...readLabels('paymentAccount', 'PaymentAccountState'),
  'property.area': ['Plocha v m²', 'Area in m²'],
  'property.rooms': ['Počet izieb', 'Rooms'],
  'property.floor': ['Poschodie', 'Floor'],
  'property.floors': ['Počet podlaží', 'Floors'],
  // Sentences about the check of a document, in place of its labels.
  'documentCheck.pending': ['Dokument sa kontroluje.', 'The document is being checked.'],
  'documentCheck.ok': ['Kontrola dokumentu je v poriadku.', 'The check of the document found nothing wrong.'],
  'documentCheck.unreadable': [
    'Dokument sa pri kontrole nepodarilo prečítať.',
    'The check could not read the document.',
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
