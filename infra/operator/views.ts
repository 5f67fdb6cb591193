/** What the API answers operators of experts, as people read it. Times are UTC. */
import { type Column, day, indented, list, minute, plain, table } from './text.ts';

/** A user as the API shows one (contract §2), and of `show` the last three. */
export interface Expert {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly registrationNumber: string;
  readonly nationality: string;
  readonly dateOfBirth: { readonly day: number; readonly month: number; readonly year: number };
  readonly regions: readonly string[];
  readonly billingAddress: Readonly<Record<string, string | null>> | null;
  readonly company: Readonly<Record<string, string | null>> | null;
  readonly bankAccount: { readonly iban: string } | null;
  readonly approved: boolean;
  readonly identityReview: string;
  readonly identityReviewReason: string | null;
  readonly paymentAccount: string;
  readonly createdAt: string;
  readonly revision?: string;
  readonly approval?: Readonly<Record<keyof typeof GROUNDS, boolean>>;
  readonly audit?: readonly AuditEntry[];
}

interface AuditEntry {
  readonly who: string;
  readonly what: string;
  readonly why: string | null;
  readonly when: string;
}

export type Documents = Readonly<Record<string, { readonly url: string; readonly expiresAt: string }>>;

const GROUNDS = {
  paymentAccountVerified: 'payment account verified',
  granted: 'granted by an operator or the sandbox',
  revoked: 'revoked by an operator',
};

const EXPERT_COLUMNS: readonly Column<Expert>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'REGISTERED', text: ({ createdAt }) => day(createdAt) },
  { title: 'NAME', text: nameOf, elastic: true },
  { title: 'E-MAIL', text: ({ email }) => email, elastic: true },
  { title: 'REG. NUMBER', text: ({ registrationNumber }) => registrationNumber, elastic: true },
];

/** The table keeps no order of names. */
const ADDRESS = ['line1', 'line2', 'postalCode', 'city', 'country'];
const COMPANY = ['businessId', 'taxId', 'vatId'];

type Fact = readonly [label: string, value: (expert: Expert) => string];

const OUTCOME: readonly Fact[] = [
  ['ID', ({ id }) => id],
  ['Name', nameOf],
  ['E-mail', ({ email, emailVerified }) => (emailVerified ? email : `${email} (not verified)`)],
  ['Identity review', reviewOf],
  ['Payment account', ({ paymentAccount }) => paymentAccount],
  ['Approved', approvalOf],
];

/** What the scans have to agree with. */
const JUDGED: readonly Fact[] = [
  ['Name', nameOf],
  ['Reg. number', ({ registrationNumber }) => registrationNumber],
  ['Born', bornOn],
  ['Nationality', ({ nationality }) => nationality],
  ['Revision', ({ revision }) => revision ?? '-'],
];

const FACTS: readonly Fact[] = [
  ...OUTCOME,
  ['Reg. number', ({ registrationNumber }) => registrationNumber],
  ['Registered', ({ createdAt }) => minute(createdAt)],
  ['Phone', ({ phone }) => phone ?? '-'],
  ['Nationality', ({ nationality }) => nationality],
  ['Born', bornOn],
  ['Regions', ({ regions }) => regions.join(' ')],
  ['Address', ({ billingAddress }) => joined(billingAddress, ADDRESS, value => value)],
  ['Company', ({ company }) => joined(company, COMPANY, (value, name) => `${name} ${value}`)],
  ['Bank account', ({ bankAccount }) => bankAccount?.iban ?? '-'],
];

export const expertTable = (experts: readonly Expert[]) => table(EXPERT_COLUMNS, experts);

/** How a decision has left the expert. */
export const expertOutcome = (expert: Expert) => facts(expert, OUTCOME);

export function expertPage(expert: Expert): string {
  const audit = (expert.audit ?? []).map(
    ({ when, what, who, why }) =>
      `${indented(`${minute(when)} ${what}`, 2)}\n${indented(`by ${who}`, 4)}${why ? `\n${indented(why, 4)}` : ''}`,
  );
  return [facts(expert, FACTS), '', 'What operators did', ...(audit.length ? audit : ['  nothing yet'])].join(
    '\n',
  );
}

/** All that is judged together. Links are never wrapped: they are there to be opened. */
export function documentsPage(expert: Expert, documents: Documents): string {
  const links = Object.entries(documents).map(
    ([side, { url, expiresAt }]) => `${plain(side)}, until ${minute(expiresAt)} UTC:\n${plain(url)}`,
  );
  return [facts(expert, JUDGED), ...links].join('\n\n');
}

function facts(expert: Expert, wanted: readonly Fact[]): string {
  return list(wanted.map(([label, value]) => [label, value(expert)]));
}

function nameOf({ firstName, lastName }: Expert): string {
  return [firstName, lastName].filter(Boolean).join(' ') || '-';
}

function reviewOf({ identityReview, identityReviewReason }: Expert): string {
  return identityReviewReason ? `${identityReview}: ${identityReviewReason}` : identityReview;
}

function bornOn({ dateOfBirth: { day, month, year } }: Expert): string {
  return `${day}. ${month}. ${year}`;
}

function approvalOf({ approved, approval }: Expert): string {
  const answer = approved ? 'yes' : 'no';
  if (!approval) return answer;
  const grounds = Object.entries(GROUNDS).filter(([name]) => approval[name as keyof typeof GROUNDS]);
  return `${answer} (${grounds.map(([, text]) => text).join(', ') || 'payment account not verified'})`;
}

function joined(
  values: Expert['company'],
  names: readonly string[],
  write: (value: string, name: string) => string,
): string {
  const present = names.flatMap(name => (values?.[name] ? [write(values[name], name)] : []));
  return present.join(', ') || '-';
}
