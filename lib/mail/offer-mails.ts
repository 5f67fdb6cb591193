/** Mails about offers (infra/docs/api/mails.md). */

import { formatDays, formatEuros } from '../texts/slovak-formats.ts';
import type { MailCreators } from './content.ts';
import { type MailDescriptions, SAMPLE_DATE, SAMPLE_TESTIMONY } from './mail-description.ts';
import {
  createCommissionFacts,
  createDueDateFacts,
  createTestimonyFacts,
  createTestimonyPage,
  describeTestimony,
  getTestimonyPath,
} from './testimonies.ts';

export const offerMails = {
  /**
   * Notifies a client that an expert has made an offer. The mail does not contain the expert's name and note, which the
   * page of the offer shows.
   */
  'new-offer': ({ price, daysToComplete, testimony }) => ({
    subject: 'Máte novú ponuku na znalecký posudok',
    preheader: `${describeTestimony(testimony)}: ${formatEuros(price)}, ${formatDays(daysToComplete)}.`,
    paragraphs: ['na váš znalecký posudok prišla nová ponuka.'],
    highlights: [
      ['Cena', formatEuros(price)],
      ['Čas na vypracovanie', formatDays(daysToComplete)],
    ],
    facts: createTestimonyFacts(testimony),
    action: { label: 'Pozrieť ponuku', url: getTestimonyPath(testimony.id) },
  }),

  /** Notifies an expert that the offer was accepted and paid, so that the work can begin. */
  'offer-accepted': ({ client, price, commission, daysToComplete, dueAt, testimony }) => ({
    subject: 'Vaša ponuka bola prijatá',
    preheader: `${describeTestimony(testimony)}: na vypracovanie máte ${formatDays(daysToComplete)}.`,
    paragraphs: [
      `vaša ponuka za ${formatEuros(price)} je prijatá a zaplatená. Klient: ${client}.`,
      `Na vypracovanie posudku máte ${formatDays(daysToComplete)}. Kontakt na klienta nájdete na stránke posudku.`,
      'Odmenu vám pošleme, keď klient odovzdaný posudok potvrdí alebo keď uplynie čas na reklamáciu.',
    ],
    highlights: [['Vaša odmena', formatEuros(price - commission)], ...createDueDateFacts(dueAt)],
    ...createTestimonyPage(testimony),
    facts: [...createCommissionFacts({ price, commission }), ...createTestimonyFacts(testimony)],
  }),

  'not-chosen': ({ testimony }) => ({
    subject: 'Vaša ponuka nebola vybraná',
    preheader: `${describeTestimony(testimony)}: klient prijal ponuku iného znalca.`,
    paragraphs: [
      'klient prijal ponuku iného znalca. Vaša ponuka tým zanikla.',
      'Ďakujeme, že ste ju poslali. Ďalšie posudky nájdete po prihlásení v časti Dopyty.',
    ],
    ...createTestimonyPage(testimony),
  }),
} satisfies MailCreators;

export const offerMailDescriptions = {
  'new-offer': {
    recipients: 'clients',
    summary: 'a visible one',
    sample: { testimony: SAMPLE_TESTIMONY, price: 123450, daysToComplete: 3 },
  },
  'offer-accepted': {
    recipients: 'experts',
    summary: 'with the price, the commission and the rest',
    sample: {
      testimony: SAMPLE_TESTIMONY,
      price: 123450,
      daysToComplete: 3,
      dueAt: SAMPLE_DATE,
      client: 'Peter Novák',
      commission: 12345,
    },
  },
  'not-chosen': {
    recipients: 'experts',
    summary: 'another offer was accepted',
    sample: { testimony: SAMPLE_TESTIMONY },
  },
} satisfies Partial<MailDescriptions>;
