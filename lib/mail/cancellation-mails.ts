/** Mails about cancelled testimonies (infra/docs/api/mails.md). */
import type { MailMessageOf } from '../domain/model/mails/mail.ts';
import { formatMoment } from '../texts/slovak-formats.ts';
import type { MailCreators } from './content.ts';
import { type MailDescriptions, SAMPLE_DATE, SAMPLE_TESTIMONY } from './mail-description.ts';
import { createTestimonyPage, describeTestimony } from './testimonies.ts';

const CONSEQUENCES: Readonly<Record<'refunding' | 'refunded' | 'expert', [text: string, short: string]>> = {
  refunding: ['Celá platba sa vám vráti. O jej vrátení vám ešte napíšeme.', 'celá platba sa vám vráti.'],
  refunded: ['Celá platba sa vám už vrátila.', 'celá platba sa vám vrátila.'],
  expert: ['Posudok už prosím neodovzdávajte, odmena zaň nebude vyplatená.', 'posudok už neodovzdávajte.'],
};

const consequencesOf = ({ to, isRefunded }: MailMessageOf<'cancelled-by-platform'>) =>
  CONSEQUENCES[to === 'expert' ? to : isRefunded ? 'refunded' : 'refunding'];

export const cancellationMails = {
  /** Notifies an expert that the client has cancelled the testimony, so that the expert's offer has lapsed. */
  cancelled: ({ testimony, hasReason }) => ({
    subject: 'Posudok bol zrušený',
    preheader: `${describeTestimony(testimony)}: vaša ponuka tým zanikla.`,
    paragraphs: [
      'klient zrušil posudok, na ktorý ste poslali ponuku. Vaša ponuka tým zanikla.',
      ...(hasReason ? ['Klient uviedol aj dôvod. Nájdete ho na stránke posudku.'] : []),
    ],
    ...createTestimonyPage(testimony),
  }),

  /** Notifies the client or the assigned expert that the platform has cancelled their testimony. */
  'cancelled-by-platform': message => {
    const { testimony, reason } = message;
    const [text, short] = consequencesOf(message);
    return {
      subject: 'Znalecký posudok sme zrušili',
      preheader: `${describeTestimony(testimony)}: ${short}`,
      paragraphs: ['znalecký posudok sme zrušili.', ...(reason ? [`Dôvod: ${reason}`] : []), text],
      ...createTestimonyPage(testimony),
    };
  },

  /** Notifies a party that the client has cancelled a testimony that was not delivered in time. */
  'cancelled-overdue': ({ testimony, to, dueAt }) => {
    const isClient = to === 'client';
    const [text, short] = isClient
      ? ['Platbu vám vrátime a napíšeme vám o tom.', 'platbu vám vrátime.']
      : CONSEQUENCES.expert;
    return {
      subject: isClient ? 'Zrušili ste znalecký posudok' : 'Klient zrušil znalecký posudok',
      preheader: `${describeTestimony(testimony)}: ${short}`,
      paragraphs: [
        `${isClient ? 'zrušili ste znalecký posudok' : 'klient zrušil znalecký posudok'}, pretože termín jeho odovzdania uplynul ${formatMoment(dueAt)}.`,
        text,
      ],
      ...createTestimonyPage(testimony),
    };
  },
} satisfies MailCreators;

export const cancellationMailDescriptions = {
  cancelled: {
    recipients: 'experts',
    summary: 'a testimony with their open offer was cancelled; says whether the client gave a reason',
    sample: { testimony: SAMPLE_TESTIMONY, hasReason: true },
  },
  'cancelled-by-platform': {
    recipients: 'both parties',
    summary: 'an operator cancelled an accepted testimony, or a full refund did; with the reason',
    sample: {
      testimony: SAMPLE_TESTIMONY,
      to: 'client',
      reason: 'Znalec posudok nedodal.',
      isRefunded: false,
    },
  },
  'cancelled-overdue': {
    recipients: 'both parties',
    summary: 'the client cancelled a testimony that was overdue by more than seven days',
    sample: { testimony: SAMPLE_TESTIMONY, dueAt: SAMPLE_DATE, to: 'client' },
  },
} satisfies Partial<MailDescriptions>;
