/** Mails about due dates and delivered documents (infra/docs/api/mails.md). */
import type { MailMessageOf } from '../domain/model/mails/mail.ts';
import { formatMoment } from '../texts/slovak-formats.ts';
import type { MailCreators } from './content.ts';
import { type MailDescriptions, SAMPLE_DATE, SAMPLE_TESTIMONY } from './mail-description.ts';
import {
  createComplaintPeriodFacts,
  createDueDateFacts,
  createTestimonyPage,
  describeComplaintPeriod,
  describeTestimony,
} from './testimonies.ts';

const OPEN_COMPLAINT =
  'Vaša reklamácia zatiaľ trvá. Ak je opravený posudok v poriadku, potvrďte ho: reklamácia sa tým skončí a odmenu pošleme znalcovi.';

type Verdict = MailMessageOf<'document-rejected'>['verdict'];

const DEFECTS: Readonly<Record<Verdict, string>> = {
  unreadable:
    'dokument, ktorý ste odovzdali, sa pri kontrole nepodarilo prečítať. Môže byť poškodený, neúplný alebo ' +
    'zašifrovaný.',
  'too-complex':
    'dokument, ktorý ste odovzdali, je príliš zložitý a kontrola ho nedokázala prečítať celý. Pomáha uložiť ho znova, ' +
    'napríklad vytlačiť do PDF.',
  'active-content':
    'kontrola našla v dokumente, ktorý ste odovzdali, aktívny obsah: skript, spúšťanie programu alebo vložený ' +
    'spustiteľný súbor. Taký obsah môže ohroziť počítač každého, kto dokument otvorí.',
  infected:
    'antivírusová kontrola našla v dokumente, ktorý ste odovzdali, škodlivý softvér. Dokument si preto nikto nemôže ' +
    'stiahnuť. Skontrolujte prosím aj zariadenie, na ktorom dokument vznikol.',
};

const SHORT_DEFECTS: typeof DEFECTS = {
  unreadable: 'dokument sa nepodarilo prečítať.',
  'too-complex': 'dokument je príliš zložitý na kontrolu.',
  'active-content': 'dokument obsahuje aktívny obsah.',
  infected: 'v dokumente je škodlivý softvér.',
};

export const deliveryMails = {
  'due-soon': ({ testimony, dueAt }) => ({
    subject: 'Blíži sa termín odovzdania posudku',
    preheader: `${describeTestimony(testimony)}: termín je ${formatMoment(dueAt)}.`,
    paragraphs: [
      `termín odovzdania znaleckého posudku je ${formatMoment(dueAt)}.`,
      'Hotový posudok odovzdajte na jeho stránke.',
    ],
    highlights: createDueDateFacts(dueAt),
    ...createTestimonyPage(testimony),
  }),

  overdue: ({ testimony, dueAt }) => ({
    subject: 'Uplynul termín odovzdania posudku',
    preheader: `${describeTestimony(testimony)}: posudok prosím odovzdajte čo najskôr.`,
    paragraphs: [
      `termín odovzdania znaleckého posudku uplynul ${formatMoment(dueAt)}. Klient o tom vie.`,
      'Posudok prosím odovzdajte čo najskôr. Ak bude meškať viac ako sedem dní, klient ho môže zrušiť a platba sa mu vráti.',
    ],
    highlights: createDueDateFacts(dueAt),
    ...createTestimonyPage(testimony),
  }),

  /** Notifies a client that the expert has missed the due date and was reminded. */
  'overdue-for-client': ({ testimony, dueAt }) => ({
    subject: 'Uplynul termín odovzdania vášho posudku',
    preheader: `${describeTestimony(testimony)}: posudok ešte nie je odovzdaný. Znalcovi sme to pripomenuli.`,
    paragraphs: [
      `termín odovzdania vášho znaleckého posudku uplynul ${formatMoment(dueAt)} a posudok ešte nie je odovzdaný. Znalcovi sme to pripomenuli.`,
      'Vaša platba je u nás: znalec dostane peniaze, až keď posudok odovzdá.',
    ],
    highlights: createDueDateFacts(dueAt),
    ...createTestimonyPage(testimony),
  }),

  completed: ({ testimony, complaintUntil }) => ({
    subject: 'Váš znalecký posudok je hotový',
    preheader: `${describeTestimony(testimony)}: po prihlásení si ho môžete stiahnuť.`,
    paragraphs: [
      'znalec odovzdal váš znalecký posudok. Stiahnuť si ho môžete po prihlásení.',
      ...describeComplaintPeriod(complaintUntil),
    ],
    highlights: createComplaintPeriodFacts(complaintUntil),
    ...createTestimonyPage(testimony),
  }),

  /** Notifies a client that the expert has delivered a corrected version of the document. */
  'document-corrected': ({ testimony, isComplaintOpen, complaintUntil }) => ({
    subject: 'Znalec odovzdal opravený posudok',
    preheader: `${describeTestimony(testimony)}: po prihlásení si stiahnete novú verziu.`,
    paragraphs: [
      'znalec odovzdal opravený znalecký posudok. Stiahnuť si ho môžete po prihlásení.',
      ...(isComplaintOpen ? [OPEN_COMPLAINT] : describeComplaintPeriod(complaintUntil)),
    ],
    highlights: isComplaintOpen ? [] : createComplaintPeriodFacts(complaintUntil),
    ...createTestimonyPage(testimony),
  }),

  'document-rejected': ({ verdict, testimony }) => ({
    subject: 'Dokument posudku treba opraviť',
    preheader: `${describeTestimony(testimony)}: ${SHORT_DEFECTS[verdict]}`,
    paragraphs: [
      DEFECTS[verdict],
      'Odovzdajte prosím opravený dokument: PDF bez hesla, bez skriptov a bez vložených programov.',
      'Výsledok kontroly vidí aj klient. Kým dokument nie je v poriadku, vyplatenie odmeny sa môže zdržať.',
    ],
    ...createTestimonyPage(testimony),
  }),
} satisfies MailCreators;

export const deliveryMailDescriptions = {
  'due-soon': {
    recipients: 'experts',
    summary: 'two days before the due date',
    sample: { testimony: SAMPLE_TESTIMONY, dueAt: SAMPLE_DATE },
  },
  overdue: {
    recipients: 'experts',
    summary: 'at the due date',
    sample: { testimony: SAMPLE_TESTIMONY, dueAt: SAMPLE_DATE },
  },
  'overdue-for-client': {
    recipients: 'clients',
    summary: 'at the due date',
    sample: { testimony: SAMPLE_TESTIMONY, dueAt: SAMPLE_DATE },
  },
  completed: {
    recipients: 'clients',
    summary:
      'a document was delivered; where payouts are delayed, it says until when the client can complain',
    sample: { testimony: SAMPLE_TESTIMONY, complaintUntil: '2026-03-05T09:05:00.000Z' },
  },
  'document-corrected': {
    recipients: 'clients',
    summary: 'a new version was delivered',
    sample: { testimony: SAMPLE_TESTIMONY, isComplaintOpen: true, complaintUntil: null },
  },
  'document-rejected': {
    recipients: 'experts',
    summary: 'by the [check](testimonies.md#check-of-the-document)',
    sample: { testimony: SAMPLE_TESTIMONY, verdict: 'active-content' },
  },
} satisfies Partial<MailDescriptions>;
