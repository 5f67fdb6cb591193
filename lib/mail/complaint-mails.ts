/** Mails about complaints (infra/docs/api/mails.md). */
import type { MailMessageOf } from '../domain/model/mails/mail.ts';
import { formatEuros } from '../texts/slovak-formats.ts';
import type { MailCreators, MailDetailRow } from './content.ts';
import { type MailDescriptions, SAMPLE_TESTIMONY } from './mail-description.ts';
import { createTestimonyPage, describeTestimony } from './testimonies.ts';

/** Texts for each party. They do not repeat the client's text; the expert reads it after signing in. */
const TEXTS: Readonly<
  Record<
    MailMessageOf<'complaint-made'>['to'],
    { readonly subject: string; readonly preheader: string; readonly paragraphs: string[] }
  >
> = {
  client: {
    subject: 'Prijali sme vašu reklamáciu',
    preheader: 'odmenu znalcovi zatiaľ nevyplatíme.',
    paragraphs: [
      'prijali sme vašu reklamáciu znaleckého posudku. Odmenu znalcovi zatiaľ nevyplatíme.',
      'Znalec môže odovzdať opravený posudok; napíšeme vám o ňom. Ak bude v poriadku, potvrďte ho. Inak o reklamácii rozhodneme my.',
    ],
  },
  expert: {
    subject: 'Klient reklamoval znalecký posudok',
    preheader: 'dôvod nájdete po prihlásení.',
    paragraphs: [
      'klient reklamoval znalecký posudok, ktorý ste odovzdali. Dôvod nájdete po prihlásení na stránke posudku.',
      'Môžete odovzdať opravený posudok. Odmena čaká, kým klient posudok nepotvrdí alebo kým o reklamácii nerozhodneme my.',
    ],
  },
};

function moneyFacts({ to, refund, payout }: MailMessageOf<'complaint-ended'>): MailDetailRow[] {
  if (to === 'expert') return [['Vaša odmena', formatEuros(payout)]];
  return refund > 0 ? [['Vrátime vám', formatEuros(refund)]] : [];
}

function describeMoney({ to, refund, payout }: MailMessageOf<'complaint-ended'>): string {
  if (to === 'client') {
    return refund > 0
      ? `z vašej platby vám vrátime ${formatEuros(refund)}.`
      : 'odmenu vyplatíme znalcovi, platbu vám nevraciame.';
  }
  return payout > 0 ? `vaša odmena za posudok je ${formatEuros(payout)}.` : 'odmenu za posudok nevyplatíme.';
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const complaintMails = {
  'complaint-made': ({ testimony, to }) => {
    const { subject, preheader, paragraphs } = TEXTS[to];
    return {
      subject,
      preheader: `${describeTestimony(testimony)}: ${preheader}`,
      paragraphs,
      ...createTestimonyPage(testimony),
    };
  },

  /** Notifies a party of the outcome of a complaint about the delivered document, with the exact amounts. */
  'complaint-ended': message => {
    const { testimony, decision, outcome } = message;
    return {
      subject:
        outcome === 'confirmed' ? 'Klient potvrdil znalecký posudok' : 'Rozhodli sme o reklamácii posudku',
      preheader: `${describeTestimony(testimony)}: ${describeMoney(message)}`,
      paragraphs: [
        outcome === 'confirmed'
          ? 'klient potvrdil znalecký posudok, a tým sa jeho reklamácia skončila.'
          : 'o reklamácii znaleckého posudku sme rozhodli.',
        capitalize(describeMoney(message)),
        ...(decision ? [`Dôvod: ${decision}`] : []),
      ],
      highlights: moneyFacts(message),
      ...createTestimonyPage(testimony),
    };
  },
} satisfies MailCreators;

export const complaintMailDescriptions = {
  'complaint-made': {
    recipients: 'both parties',
    summary: 'without its reason',
    sample: { testimony: SAMPLE_TESTIMONY, to: 'client' },
  },
  'complaint-ended': {
    recipients: 'both parties',
    summary:
      'an operator, a full refund or a transfer ended it; with the decision and the amounts that the ledger has then. When the client ended it, only the expert gets the mail',
    sample: {
      testimony: SAMPLE_TESTIMONY,
      to: 'client',
      outcome: 'refunded',
      refund: 5000,
      payout: 106105,
      decision: 'Chýba príloha.',
    },
  },
} satisfies Partial<MailDescriptions>;
