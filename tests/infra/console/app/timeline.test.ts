/** Tests of the timeline, which lists past events, newest first, and expected events. */
import { expect, it } from 'vitest';
import type { Testimony, User } from '../../../../infra/client/runtime/index.ts';
import { buildTimeline, findLatestNews } from '../../../../infra/console/app/pages/testimonies/timeline.ts';
import { TEXTS } from '../../../../infra/console/app/texts/all-texts.ts';
import {
  ACCEPTED,
  ACCEPTED_AT,
  COMPLAINT_UNTIL,
  COMPLETED,
  CREATED_AT,
  createComplaint,
  createOffer,
  createPayment,
  createPayout,
  createTestimony,
  DELIVERED_AT,
  NOW,
  OFFERED_AT,
} from './testimony-states.ts';

/** Returns the Slovak texts of a timeline. An expected event begins with `>`. */
const listTexts = (fields: Partial<Testimony>, role: User['role']) =>
  buildTimeline(createTestimony(fields), role, NOW).map(
    ({ text, isExpected }) => `${isExpected ? '>' : ''}${TEXTS[text][0]}`,
  );

const paid = { payment: createPayment('paid') };
const REQUESTED = ['Zaplatili ste {amount}: {name}', 'Ponuka {amount}: {name}', 'Požiadali ste o posudok'];
const CHOSEN = [
  'Klient vybral a zaplatil vašu ponuku',
  'Poslali ste ponuku {amount}',
  'Klient požiadal o posudok',
];

it.each<readonly [string, Partial<Testimony>, readonly string[]]>([
  ['pending', {}, ['>Ponuky znalcov', 'Požiadali ste o posudok']],
  [
    'offered',
    { state: 'offered', offers: [createOffer('open')] },
    ['>Výber ponuky a platba', 'Ponuka {amount}: {name}', 'Požiadali ste o posudok'],
  ],
  [
    'offered, with many offers',
    { state: 'offered', offers: ['a', 'b', 'c', 'd'].map(id => createOffer('open', id)) },
    ['>Výber ponuky a platba', TEXTS['time.offers.client'][0], 'Požiadali ste o posudok'],
  ],
  [
    'offered, without the withdrawn offer',
    { state: 'offered' },
    ['>Ponuky znalcov', 'Znalec odvolal svoju ponuku', 'Požiadali ste o posudok'],
  ],
  ['accepted', { ...ACCEPTED, ...paid }, ['>Odovzdanie posudku', ...REQUESTED]],
  [
    'overdue',
    { ...ACCEPTED, ...paid, dueAt: '2026-11-18T08:00:00.000Z' },
    ['>Odovzdanie posudku', 'Uplynul termín odovzdania', ...REQUESTED],
  ],
  [
    'overdue since a time before the request, in the sandbox',
    { ...ACCEPTED, ...paid, dueAt: '2026-10-31T08:00:00.000Z' },
    ['>Odovzdanie posudku', 'Uplynul termín odovzdania', ...REQUESTED],
  ],
  [
    'partly refunded',
    { ...ACCEPTED, payment: { ...createPayment('paid', 50), refundedAt: DELIVERED_AT } },
    ['>Odovzdanie posudku', 'Vrátili sme vám {amount}', ...REQUESTED],
  ],
  [
    'disputed',
    { ...ACCEPTED, payment: createPayment('disputed') },
    ['>Banka rozhodne o platbe', ...REQUESTED],
  ],
  [
    'delivered',
    { ...COMPLETED, ...paid, complaintUntil: COMPLAINT_UNTIL, allowedActions: ['confirm'] },
    ['>Potvrdenie posudku', 'Znalec odovzdal posudok', ...REQUESTED],
  ],
  [
    'confirmed',
    { ...COMPLETED, ...paid, confirmedAt: '2026-11-19T08:00:00.000Z' },
    ['Posudok ste potvrdili', 'Znalec odovzdal posudok', ...REQUESTED],
  ],
  [
    'corrected after a complaint',
    {
      ...COMPLETED,
      ...paid,
      complaint: createComplaint(),
      versions: [{ deliveredAt: DELIVERED_AT }, { deliveredAt: '2026-11-20T08:00:00.000Z' }],
    },
    [
      '>Koniec reklamácie',
      'Znalec odovzdal opravený posudok',
      'Posudok ste reklamovali',
      'Znalec odovzdal posudok',
      ...REQUESTED,
    ],
  ],
  [
    'complaint rejected',
    {
      ...COMPLETED,
      ...paid,
      complaint: createComplaint({ endedAt: '2026-11-20T08:00:00.000Z', outcome: 'paid-out' }),
    },
    [
      'O reklamácii sme rozhodli: odmenu dostane znalec',
      'Posudok ste reklamovali',
      'Znalec odovzdal posudok',
      ...REQUESTED,
    ],
  ],
  [
    'refunding',
    { ...ACCEPTED, payment: createPayment('refunding') },
    ['>Banka potvrdí vrátenie platby', ...REQUESTED],
  ],
  [
    'cancelled and refunded',
    {
      ...ACCEPTED,
      state: 'cancelled',
      cancelledAt: '2026-11-16T08:00:00.000Z',
      payment: createPayment('refunded', 249.9),
    },
    ['Vrátili sme vám {amount}', 'Posudok bol zrušený', ...REQUESTED],
  ],
])('the timeline of a client lists the events of the state: %s', (_, fields, expected) => {
  expect(listTexts(fields, 'client')).toEqual(expected);
});

it.each<readonly [string, Partial<Testimony>, readonly string[]]>([
  ['pending', {}, ['>Ponuky znalcov', 'Klient požiadal o posudok']],
  [
    'offered, with the withdrawn offer',
    { state: 'offered', offers: [createOffer('withdrawn')] },
    ['>Výber ponuky a platba', TEXTS['time.withdrawn.expert'][0], 'Klient požiadal o posudok'],
  ],
  ['accepted', { ...ACCEPTED, payout: createPayout('held') }, ['>Odovzdanie posudku', ...CHOSEN]],
  [
    'delivered, payout held',
    { ...COMPLETED, payout: createPayout('held', 'not-due') },
    ['>Výplata odmeny', 'Posudok ste odovzdali', ...CHOSEN],
  ],
  [
    'paid out',
    { ...COMPLETED, payout: { ...createPayout('sent'), sentAt: '2026-11-19T08:00:00.000Z' } },
    ['Poslali sme vám odmenu {amount}', 'Posudok ste odovzdali', ...CHOSEN],
  ],
  [
    'not chosen',
    { ...ACCEPTED, expert: null, offers: [createOffer('lapsed')] },
    ['Klient vybral inú ponuku', 'Poslali ste ponuku {amount}', 'Klient požiadal o posudok'],
  ],
])('the timeline of an expert lists the events of the state: %s', (_, fields, expected) => {
  expect(listTexts(fields, 'expert')).toEqual(expected);
});

it('findLatestNews ignores withdrawn offers', () => {
  expect(findLatestNews(createTestimony({ state: 'offered' }), 'client', NOW)).toBeUndefined();
});

it('findLatestNews ignores events that the user caused, and a request on which the expert has made an offer', () => {
  const offered = createTestimony({ state: 'offered', offers: [createOffer('open')] });
  const accepted = createTestimony({ ...ACCEPTED, ...paid });

  expect(findLatestNews(createTestimony(), 'client', NOW)).toBeUndefined();
  expect(findLatestNews(offered, 'client', NOW)).toBe(OFFERED_AT);
  expect(findLatestNews(accepted, 'client', NOW)).toBe(OFFERED_AT);
  expect(findLatestNews(createTestimony(), 'expert', NOW)).toBe(CREATED_AT);
  expect(findLatestNews(offered, 'expert', NOW)).toBeUndefined();
  const chosen = createTestimony({ ...ACCEPTED, payout: createPayout('held') });
  expect(findLatestNews(chosen, 'expert', NOW)).toBe(ACCEPTED_AT);
});

it('the timeline shows no deadline for the confirmation if the document did not pass its check', () => {
  const delivered = { ...COMPLETED, ...paid, complaintUntil: COMPLAINT_UNTIL };
  const findDeadline = (fields: Partial<Testimony>) =>
    buildTimeline(createTestimony(fields), 'client', NOW).find(({ isExpected }) => isExpected)?.at;

  expect(findDeadline({ ...delivered, allowedActions: ['confirm'] })).toBe(COMPLAINT_UNTIL);
  expect(findDeadline({ ...delivered, allowedActions: ['confirm'], documentCheck: 'unreadable' })).toBeNull();
});
