/** Mails about payments, refunds, disputes and payouts (infra/docs/api/mails.md). */
import type { MailMessageOf } from '../domain/model/mails/mail.ts';
import { formatDays, formatEuros, formatMoment } from '../texts/slovak-formats.ts';
import type { MailCreators, MailDetailRow } from './content.ts';
import { type MailDescriptions, SAMPLE_DATE, SAMPLE_TESTIMONY } from './mail-description.ts';
import {
  createCommissionFacts,
  createDueDateFacts,
  createTestimonyFacts,
  createTestimonyPage,
  describeTestimony,
} from './testimonies.ts';

const REASON_TEXTS: Readonly<Record<MailMessageOf<'payment-refunded'>['why'], string>> = {
  late: 'ponuka, ktorú ste zaplatili, už v okamihu platby nebola dostupná.',
  'testimony-cancelled': 'znalecký posudok, ktorý ste zaplatili, bol zrušený.',
  manual: 'platbu za váš znalecký posudok vám vraciame.',
};

const PART_REASON = 'časť platby za váš znalecký posudok vám vraciame.';

const WORK_WAITS = 'Práca na posudku zatiaľ stojí. Keď sa vám platba vráti, posudok zrušíme.';

/**
 * Sentences about the state of the testimony after a refund. A late payment does not change that state
 * (infra/docs/api/payments.md).
 */
const STATE_TEXTS: Readonly<Record<MailMessageOf<'payment-refunded'>['state'], string>> = {
  pending: 'Váš posudok zostáva otvorený.',
  offered: 'Váš posudok zostáva otvorený a môžete prijať inú ponuku.',
  accepted: 'Ponuka, ktorú ste prijali, platí bez zmeny.',
  completed: 'Váš posudok je odovzdaný.',
  cancelled: 'Váš posudok je zrušený.',
};

function getRefundSubject({ amount, arrived, rest }: MailMessageOf<'payment-refunded'>): string {
  const what = rest ? 'časť platby' : 'platbu';
  if (amount === 0) return `Banka vám vrátila ${what}`;
  return arrived ? `Vrátili sme vám ${what}` : `Vraciame vám ${what}`;
}

/** Returns the whole amount that is returned by the platform and the bank, and the amount that remains paid. */
function getRefundHighlights({
  amount,
  byBank,
  rest,
  arrived,
}: MailMessageOf<'payment-refunded'>): MailDetailRow[] {
  const returned: MailDetailRow =
    arrived || amount === 0
      ? ['Vrátené', formatEuros(amount + byBank)]
      : ['Na ceste k vám', formatEuros(amount)];
  return [returned, ...(rest ? [['Zostáva zaplatené', formatEuros(rest)] as const] : [])];
}

function getRefundReason({ amount, rest, why }: MailMessageOf<'payment-refunded'>): string {
  if (amount === 0)
    return `${rest ? 'časť platby' : 'platbu'} za váš znalecký posudok vám vrátila vaša banka.`;
  return why === 'manual' && rest ? PART_REASON : REASON_TEXTS[why];
}

/**
 * Returns the sentence about the state of the testimony. While a manual full refund of an accepted testimony is on its
 * way, the sentence says that the work is paused.
 */
function getStateText({ why, state, rest, arrived }: MailMessageOf<'payment-refunded'>): string {
  const isWholeOnItsWay = why === 'manual' && rest === 0 && !arrived;
  return isWholeOnItsWay && state === 'accepted' ? WORK_WAITS : STATE_TEXTS[state];
}

function getRefundPreheader({ amount, byBank, arrived }: MailMessageOf<'payment-refunded'>): string {
  if (amount === 0) return `${formatEuros(byBank)} vám vrátila banka.`;
  return `${formatEuros(amount)} ${arrived ? 'sme vám vrátili' : 'je na ceste k vám'}.`;
}

function getAmountTexts({ amount, byBank, rest, arrived }: MailMessageOf<'payment-refunded'>): string[] {
  const remaining = rest ? [`Zvyšok platby, ${formatEuros(rest)}, zostáva zaplatený.`] : [];
  if (!arrived)
    return [
      `Suma ${formatEuros(amount)} je na ceste k vám. Keď banka vrátenie potvrdí, napíšeme vám.`,
      ...remaining,
    ];
  return [
    ...(amount > 0
      ? [`Sumu ${formatEuros(amount)} sme vám vrátili. Na účte ju uvidíte spravidla do niekoľkých dní.`]
      : []),
    ...(byBank > 0 ? [`Sumu ${formatEuros(byBank)} vám vrátila vaša banka na základe sporu o platbu.`] : []),
    ...remaining,
  ];
}

export const paymentMails = {
  /** Notifies a client that the payment was received and the contract is binding. */
  'payment-received': ({ expert, price, daysToComplete, dueAt, testimony }) => ({
    subject: 'Prijali sme vašu platbu',
    preheader: `${describeTestimony(testimony)}: prijatie ponuky je záväzné.`,
    paragraphs: [
      `vašu platbu ${formatEuros(price)} za znalecký posudok sme prijali. Prijatie ponuky je záväzné.`,
      `Posudok vypracuje ${expert}, čas na vypracovanie je ${formatDays(daysToComplete)}. Peniaze od nás znalec dostane, až keď posudok odovzdá.`,
    ],
    highlights: [['Zaplatené', formatEuros(price)], ...createDueDateFacts(dueAt)],
    ...createTestimonyPage(testimony),
  }),

  /**
   * Notifies a client about refunded money: the amount from the platform, the amount from the client's bank, and the
   * amount that remains paid.
   */
  'payment-refunded': message => {
    const { testimony } = message;
    return {
      subject: getRefundSubject(message),
      preheader: `${describeTestimony(testimony)}: ${getRefundPreheader(message)}`,
      paragraphs: [getRefundReason(message), ...getAmountTexts(message), getStateText(message)],
      highlights: getRefundHighlights(message),
      ...createTestimonyPage(testimony),
    };
  },

  /** Notifies a client that an announced refund has failed, and that the client need not do anything. */
  'refund-failed': ({ amount, testimony }) => ({
    subject: 'Vrátenie platby sa oneskorí',
    preheader: `${describeTestimony(testimony)}: postaráme sa o to, nemusíte nič robiť.`,
    paragraphs: [
      `sumu ${formatEuros(amount)}, o ktorej vrátení sme vám písali, sa zatiaľ nepodarilo vrátiť. Banka prevod nedokončila.`,
      'Postaráme sa o to a o výsledku vám napíšeme. Nemusíte nič robiť.',
    ],
    highlights: [['Zatiaľ nevrátené', formatEuros(amount)]],
    ...createTestimonyPage(testimony),
  }),

  'payout-sent': ({ amount, testimony, ...sums }) => ({
    subject: 'Poslali sme vám odmenu',
    preheader: `${describeTestimony(testimony)}: ${formatEuros(amount)}.`,
    paragraphs: [
      `za odovzdaný znalecký posudok sme vám poslali ${formatEuros(amount)}.`,
      'Peniaze prídu na váš účet podľa nastavení platobnej brány, spravidla do niekoľkých dní.',
    ],
    highlights: [['Vaša odmena', formatEuros(amount)]],
    ...createTestimonyPage(testimony),
    facts: [...createCommissionFacts(sums), ...createTestimonyFacts(testimony)],
  }),

  /** Tells the expert that a refund or a dispute has changed the payout. */
  'payout-changed': ({ testimony, before, amount }) => ({
    subject: 'Zmena odmeny za posudok',
    preheader: `${describeTestimony(testimony)}: odmena je teraz ${formatEuros(amount)}.`,
    paragraphs: [
      `zmenila sa suma, ktorú klient za znalecký posudok zaplatil. Vaša odmena sa preto mení z ${formatEuros(before)} na ${formatEuros(amount)}.`,
      'Ak sme vám už poslali viac, rozdiel si vezmeme späť z vášho účtu v platobnej bráne.',
    ],
    highlights: [['Vaša odmena', formatEuros(amount)]],
    ...createTestimonyPage(testimony),
  }),

  /** Tells the expert to pause the work, because the client's bank disputes the payment. */
  'work-paused': ({ testimony, isDelivered }) => ({
    subject: isDelivered ? 'Odmena za posudok zatiaľ čaká' : 'Práca na posudku je pozastavená',
    preheader: `${describeTestimony(testimony)}: banka klienta preveruje platbu.`,
    paragraphs: [
      'banka klienta preveruje platbu za znalecký posudok a peniaze nám zatiaľ vzala späť.',
      isDelivered
        ? 'Odmenu vám pošleme, keď banka rozhodne v náš prospech.'
        : 'Na posudku prosím zatiaľ nepracujte. Termín odovzdania sa posunie o celý čas, kým banka rozhoduje.',
      'O rozhodnutí banky vám hneď napíšeme.',
    ],
    ...createTestimonyPage(testimony),
  }),

  /** Tells the expert that a dispute has ended and the work continues. */
  'work-resumed': ({ testimony, dueAt }) => ({
    subject: dueAt ? 'Na posudku môžete pokračovať' : 'Odmena za posudok už nečaká na banku',
    preheader: `${describeTestimony(testimony)}: banka potvrdila platbu.`,
    paragraphs: [
      'banka klienta rozhodla v náš prospech a platba za znalecký posudok platí.',
      dueAt
        ? `Na posudku môžete pokračovať. Nový termín odovzdania je ${formatMoment(dueAt)}.`
        : 'S vyplatením odmeny pokračujeme.',
    ],
    highlights: createDueDateFacts(dueAt),
    ...createTestimonyPage(testimony),
  }),
} satisfies MailCreators;

export const paymentMailDescriptions = {
  'payment-received': {
    recipients: 'clients',
    summary: 'with the due date',
    sample: {
      testimony: SAMPLE_TESTIMONY,
      price: 123450,
      daysToComplete: 3,
      dueAt: SAMPLE_DATE,
      expert: 'Jana Kováčová',
    },
  },
  'payment-refunded': {
    recipients: 'clients',
    summary:
      'a refund began or arrived, or the bank took money back; with the amounts, the reason and the state of the testimony',
    sample: {
      testimony: SAMPLE_TESTIMONY,
      amount: 23450,
      byBank: 50000,
      rest: 50000,
      arrived: true,
      why: 'late',
      state: 'accepted',
    },
  },
  'refund-failed': {
    recipients: 'clients',
    summary: 'a refund that a mail announced has failed',
    sample: { testimony: SAMPLE_TESTIMONY, amount: 23450 },
  },
  'payout-sent': {
    recipients: 'experts',
    summary: 'with the price, the commission and the amount of the transfer, also above the balance',
    sample: { testimony: SAMPLE_TESTIMONY, amount: 111105, price: 123450, commission: 12345 },
  },
  'payout-changed': {
    recipients: 'experts',
    summary: 'a refund or a dispute changed the payout; with both amounts',
    sample: { testimony: SAMPLE_TESTIMONY, before: 111105, amount: 61105 },
  },
  'work-paused': {
    recipients: 'experts',
    summary: 'the payment became disputed',
    sample: { testimony: SAMPLE_TESTIMONY, isDelivered: false },
  },
  'work-resumed': {
    recipients: 'experts',
    summary: 'the dispute was won; with the new due date',
    sample: { testimony: SAMPLE_TESTIMONY, dueAt: SAMPLE_DATE },
  },
} satisfies Partial<MailDescriptions>;
