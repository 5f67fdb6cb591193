/** Tests of the next step, one for each state of a testimony and its payment. */
import { describe, expect, it } from 'vitest';
import type { Testimony, User } from '../../../../infra/client/runtime/index.ts';
import { findNextStep } from '../../../../infra/console/app/pages/testimonies/next-step.ts';
import { TEXTS } from '../../../../infra/console/app/texts/all-texts.ts';
import {
  ACCEPTED,
  CLIENT,
  COMPLAINT_UNTIL,
  COMPLETED,
  createComplaint,
  createOffer,
  createPayment,
  createPayout,
  createTestimony,
  EXPERT,
  FUTURE_DUE,
  NOW,
} from './testimony-states.ts';

const LATE = { ...ACCEPTED, dueAt: '2026-11-18T08:00:00.000Z' };
const LONG_LATE = { ...ACCEPTED, dueAt: '2026-11-10T08:00:00.000Z' };
const UNVERIFIED_CLIENT = { ...CLIENT, emailVerified: false };
const UNVERIFIED_EXPERT = { ...EXPERT, emailVerified: false };
const paid = { payment: createPayment('paid') };
const review = { allowedActions: ['download', 'confirm', 'complain'] } satisfies Partial<Testimony>;
const corrected = {
  complaint: createComplaint(),
  versions: [...COMPLETED.versions, { deliveredAt: '2026-11-20T08:00:00.000Z' }],
};

type Row = readonly [
  state: string,
  user: User,
  fields: Partial<Testimony>,
  expected: readonly [title: string, isYours: boolean, action?: string | undefined, until?: string],
];

const CLIENT_ROWS: readonly Row[] = [
  ['pending', CLIENT, {}, ['Čakáme na ponuky znalcov', false]],
  [
    'offered',
    CLIENT,
    { state: 'offered', offers: [createOffer('open')] },
    ['Vyberte si ponuku', true, 'choose-offer'],
  ],
  [
    'offered, with an unverified address',
    UNVERIFIED_CLIENT,
    { state: 'offered', offers: [createOffer('open')] },
    ['Overte si e-mailovú adresu', true],
  ],
  [
    'offered, after all offers were withdrawn',
    CLIENT,
    { state: 'offered' },
    ['Čakáme na ďalšiu ponuku', false],
  ],
  ['accepted', CLIENT, { ...ACCEPTED, ...paid }, ['Znalec pracuje na posudku', false, undefined, FUTURE_DUE]],
  [
    'partly refunded',
    CLIENT,
    { ...ACCEPTED, payment: createPayment('paid', 50) },
    ['Znalec pracuje na posudku', false, undefined, FUTURE_DUE],
  ],
  ['overdue', CLIENT, { ...LATE, ...paid }, ['Posudok mešká', false, undefined, '2026-11-25T08:00:00.000Z']],
  [
    'overdue by more than a week',
    CLIENT,
    { ...LONG_LATE, ...paid, allowedActions: ['cancel'] },
    ['Posudok mešká viac ako týždeň', true, 'cancel', LONG_LATE.dueAt],
  ],
  [
    'accepted, with a disputed payment',
    CLIENT,
    { ...ACCEPTED, payment: createPayment('disputed') },
    ['Platbu preveruje vaša banka', false],
  ],
  [
    'accepted, while the payment goes back',
    CLIENT,
    { ...ACCEPTED, payment: createPayment('refunding') },
    ['Platbu vám vraciame', false],
  ],
  [
    'delivered',
    CLIENT,
    { ...COMPLETED, ...paid, ...review, complaintUntil: COMPLAINT_UNTIL },
    ['Skontrolujte posudok', true, 'download', COMPLAINT_UNTIL],
  ],
  [
    'delivered, with an unverified address',
    UNVERIFIED_CLIENT,
    { ...COMPLETED, ...paid },
    ['Overte si e-mailovú adresu', true],
  ],
  [
    'delivered, with an unreadable document',
    CLIENT,
    { ...COMPLETED, ...paid, ...review, documentCheck: 'unreadable' },
    ['Dokument neprešiel kontrolou', true, 'download'],
  ],
  [
    'delivered, with an infected document',
    CLIENT,
    { ...COMPLETED, ...paid, documentCheck: 'infected', allowedActions: ['complain'] },
    ['Posudok si zatiaľ nemôžete stiahnuť', false],
  ],
  [
    'complaint',
    CLIENT,
    { ...COMPLETED, ...paid, complaint: createComplaint(), allowedActions: ['download', 'confirm'] },
    ['Reklamácia sa rieši', false, 'download'],
  ],
  [
    'complaint, after a correction',
    CLIENT,
    { ...COMPLETED, ...paid, ...corrected, allowedActions: ['download', 'confirm'] },
    ['Skontrolujte opravený posudok', true, 'download'],
  ],
  [
    'completed',
    CLIENT,
    { ...COMPLETED, ...paid, allowedActions: ['download'] },
    ['Posudok je hotový', false, 'download'],
  ],
  [
    'delivered, with a disputed payment',
    CLIENT,
    { ...COMPLETED, payment: createPayment('disputed') },
    ['Platbu preveruje vaša banka', false],
  ],
  [
    'delivered, while the payment goes back',
    CLIENT,
    { ...COMPLETED, payment: createPayment('refunding') },
    ['Platbu vám vraciame', false],
  ],
  ['refunded', CLIENT, { ...COMPLETED, payment: createPayment('refunded') }, ['Platba je vrátená', false]],
  ['cancelled', CLIENT, { state: 'cancelled' }, ['Posudok je zrušený', false, 'new-testimony']],
  ...(['refunding', 'disputed', 'refunded'] as const).map(
    (status): Row => [
      `cancelled, with a payment that is ${status}`,
      CLIENT,
      { state: 'cancelled', payment: createPayment(status) },
      ['Posudok je zrušený', false, 'new-testimony'],
    ],
  ),
];

const chosen = (...fields: Parameters<typeof createPayout>) => ({
  payout: createPayout(...fields),
});
const delivered = { ...COMPLETED, allowedActions: ['download'] } satisfies Partial<Testimony>;
const correcting = { allowedActions: ['complete', 'download'] } satisfies Partial<Testimony>;

const CHOSEN_EXPERT_ROWS: readonly Row[] = [
  [
    'accepted',
    EXPERT,
    { ...ACCEPTED, ...chosen('held'), allowedActions: ['complete'] },
    ['Vypracujte a odovzdajte posudok', true, 'deliver', FUTURE_DUE],
  ],
  [
    'overdue',
    EXPERT,
    { ...LATE, ...chosen('held'), allowedActions: ['complete'] },
    ['Posudok mešká', true, 'deliver', '2026-11-25T08:00:00.000Z'],
  ],
  [
    'overdue by more than a week',
    EXPERT,
    { ...LONG_LATE, ...chosen('held'), allowedActions: ['complete'] },
    ['Posudok mešká', true, 'deliver', LONG_LATE.dueAt],
  ],
  [
    'accepted, with an unverified address',
    UNVERIFIED_EXPERT,
    { ...ACCEPTED, ...chosen('held') },
    ['Overte si e-mailovú adresu', true],
  ],
  [
    'accepted, with a disputed payment',
    EXPERT,
    { ...ACCEPTED, ...chosen('held', null, 'disputed') },
    ['Platbu preveruje banka klienta', false],
  ],
  [
    'accepted, while the payment goes back',
    EXPERT,
    { ...ACCEPTED, ...chosen('held', null, 'refunding') },
    ['Platba sa vracia klientovi', false],
  ],
  [
    'accepted, after the payment went back',
    EXPERT,
    { ...ACCEPTED, ...chosen('void') },
    ['Na posudku zatiaľ nepracujte', false],
  ],
  [
    'delivered, in the time for a complaint',
    EXPERT,
    { ...delivered, ...chosen('held', 'not-due') },
    ['Posudok je odovzdaný', false],
  ],
  [
    'delivered, in the waiting period',
    EXPERT,
    { ...delivered, payout: { ...createPayout('held', 'not-due'), dueAt: null } },
    ['Posudok je odovzdaný', false],
  ],
  [
    'delivered, paid with a suspicious card',
    EXPERT,
    { ...delivered, ...chosen('held', 'risk') },
    ['Odmena čaká', false],
  ],
  [
    'delivered, while the document is checked',
    EXPERT,
    { ...delivered, ...chosen('held', 'document'), documentCheck: 'pending' },
    ['Posudok je odovzdaný', false],
  ],
  [
    'delivered, with an unreadable document',
    EXPERT,
    { ...delivered, ...chosen('held', 'document'), ...correcting, documentCheck: 'unreadable' },
    ['Odovzdajte opravený dokument', true, 'correct'],
  ],
  [
    'delivered, with an infected document',
    EXPERT,
    { ...COMPLETED, ...chosen('held', 'document'), allowedActions: ['complete'], documentCheck: 'infected' },
    ['Odovzdajte opravený dokument', true, 'correct'],
  ],
  [
    'complaint',
    EXPERT,
    { ...delivered, ...chosen('held'), ...correcting, complaint: createComplaint() },
    ['Klient posudok reklamuje', true, 'correct'],
  ],
  [
    'complaint, after a correction',
    EXPERT,
    { ...delivered, ...chosen('held'), ...correcting, ...corrected },
    ['Čakáme, či klient opravu potvrdí', false],
  ],
  [
    'payout held because of the account',
    EXPERT,
    { ...delivered, ...chosen('held', 'expert') },
    ['Odmena čaká', false],
  ],
  [
    'payout held by a dispute of a part',
    EXPERT,
    { ...delivered, ...chosen('held', 'decision') },
    ['Odmena čaká', false],
  ],
  ['payout being sent', EXPERT, { ...delivered, ...chosen('held') }, ['Posudok je odovzdaný', false]],
  [
    'payout owed',
    EXPERT,
    { ...delivered, ...chosen('owed') },
    ['Dokončite účet na výplaty', true, 'verification'],
  ],
  ['payout failed', EXPERT, { ...delivered, ...chosen('failed') }, ['Odmenu sa nepodarilo poslať', false]],
  ['payout void', EXPERT, { ...delivered, ...chosen('void') }, ['Odmena sa nevypláca', false]],
  ['payout sent', EXPERT, { ...delivered, ...chosen('sent') }, ['Odmena je vyplatená', false]],
  [
    'refunded after the payout',
    EXPERT,
    { ...COMPLETED, ...chosen('sent') },
    ['Posudok sa nedá stiahnuť', false],
  ],
  [
    'cancelled',
    EXPERT,
    { ...ACCEPTED, ...chosen('void'), state: 'cancelled' },
    ['Posudok je zrušený', false],
  ],
];

const OTHER_EXPERT_ROWS: readonly Row[] = [
  ['pending', EXPERT, { allowedActions: ['offer'] }, ['Pošlite ponuku', true, 'offer']],
  [
    'with an own offer',
    EXPERT,
    { state: 'offered', offers: [createOffer('open')], allowedActions: ['withdraw'] },
    ['Čakáme na rozhodnutie klienta', false],
  ],
  [
    'after the own offer was withdrawn',
    EXPERT,
    { state: 'offered', offers: [createOffer('withdrawn')], allowedActions: ['offer'] },
    ['Pošlite ponuku', true, 'offer'],
  ],
  ['with an unverified address', UNVERIFIED_EXPERT, {}, ['Overte si e-mailovú adresu', true]],
  ['before the approval', { ...EXPERT, approved: false }, {}, ['Ponuku môžete poslať po overení', false]],
  [
    'after the approval was revoked',
    { ...EXPERT, approved: false, approvalRevoked: true },
    {},
    ['Ponuku teraz nemôžete poslať', false],
  ],
  ['in another region', { ...EXPERT, regions: ['ba'] }, {}, ['Posudok je z iného kraja', false, 'offerable']],
  [
    'with another offer accepted',
    EXPERT,
    { ...ACCEPTED, expert: null, offers: [createOffer('lapsed')] },
    ['Klient vybral inú ponuku', false, 'offerable'],
  ],
  [
    'cancelled',
    EXPERT,
    { state: 'cancelled', offers: [createOffer('lapsed')] },
    ['Posudok je zrušený', false, 'offerable'],
  ],
];

describe.each([
  ['the client', CLIENT_ROWS],
  ['the chosen expert', CHOSEN_EXPERT_ROWS],
  ['another expert', OTHER_EXPERT_ROWS],
])('next step of %s', (person, rows) => {
  it.each(rows)(
    `the next step of ${person} matches the state of the testimony: %s`,
    (_state, user, fields, [title, isYours, action, until]) => {
      const step = findNextStep(createTestimony(fields), user, NOW);

      expect(TEXTS[step.title][0]).toBe(title);
      expect(step).toMatchObject({ isYours });
      expect(step.action).toBe(action);
      expect(step.until?.at).toBe(until);
      if (step.text) expect(TEXTS[step.text]).toBeDefined();
    },
  );
});

it('no next step of a delivered testimony mentions a future delivery', () => {
  const texts = [...CLIENT_ROWS, ...CHOSEN_EXPERT_ROWS]
    .filter(([, , { state }]) => state === 'completed')
    .map(([, user, fields]) => findNextStep(createTestimony(fields), user, NOW))
    .flatMap(({ title, text }) => [TEXTS[title][0], text ? TEXTS[text][0] : '']);

  expect(texts.filter(text => /Po odovzdaní|kým posudok odovzdáte|pracuje na posudku/.test(text))).toEqual(
    [],
  );
});
