/**
 * Export of all data stored about a user, in pages of 500 tokens, testimonies, mails and audit entries each. Older
 * entries come first, so that new entries do not shift pages that were already read.
 */
import { createTokenIdentifier } from '../../domain/accounts/bearer-tokens.ts';
import { getDeviceName } from '../../domain/accounts/device-names.ts';
import { createCleanScanLinks } from '../../domain/experts/identity-review.ts';
import { createLinkIfClean } from '../../domain/files/malware.ts';
import type { User } from '../../domain/model/accounts/account.ts';
import type { Token } from '../../domain/model/accounts/credentials.ts';
import type { Checkout } from '../../domain/model/payments/checkout-session.ts';
import type { EntryKind, LedgerEntry } from '../../domain/model/payments/ledger-entry.ts';
import { isOwner, isParty, type Testimony } from '../../domain/model/testimonies/testimony.ts';
import { sumAccount, sumAtProvider } from '../../domain/money/ledger.ts';
import { canAct } from '../../domain/money/money-rules.ts';
import type { Dependencies } from '../../domain/ports/dependencies.ts';
import { createDownloadLink } from '../../domain/testimonies/delivery.ts';
import type { ResponseData } from '../response/success-response.ts';
import { createMailView } from './history-view.ts';
import { pick, toEuros } from './members.ts';
import { loadTestimonyViews } from './testimony-view.ts';
import { createContactView, createUserView } from './user-view.ts';

type ExportView = ResponseData<'Export'>;

export type ExportDependencies = Pick<
  Dependencies,
  | 'accounts'
  | 'checkouts'
  | 'clock'
  | 'mails'
  | 'malwareChecks'
  | 'objectLinks'
  | 'accountEraser'
  | 'testimonies'
  | 'tokens'
> & { readonly audit: Pick<Dependencies['audit'], 'list'> };

const MAX_ENTRIES_PER_PAGE = 500;

/**
 * Creates one page of a user's export.
 * @param currentToken the token of the request; undefined if the caller is not the user
 * @param page number of the page, beginning with 0
 * @returns the page, and whether another page follows
 */
export async function createExportPage(
  user: User,
  currentToken: Token | undefined,
  page: number,
  deps: ExportDependencies,
): Promise<{ data: ExportView; hasNextPage: boolean }> {
  const [tokens, audit, testimonyIds, mails] = await Promise.all([
    deps.tokens.list(user.id),
    deps.audit.list(user.id),
    deps.accountEraser.listTestimonies(user),
    deps.mails.all(user.id),
  ]);
  const selectPage = <Entry>(entries: readonly Entry[]) =>
    entries.slice(page * MAX_ENTRIES_PER_PAGE, (page + 1) * MAX_ENTRIES_PER_PAGE);
  const testimonies = await deps.testimonies.findAll(selectPage(testimonyIds));

  const data = {
    account: createUserView(user),
    scans: user.role === 'expert' ? await createCleanScanLinks(user.scans, deps) : null,
    tokens: selectPage(tokens).map(token => ({
      id: createTokenIdentifier(token),
      ...pick(token, 'createdAt', 'lastUsedAt', 'userAgent'),
      name: getDeviceName(token),
      current: token.id === currentToken?.id,
    })),
    ...(await readMarketData(testimonies, user, deps)),
    mails: selectPage(mails).map(createMailView),
    audit: selectPage(audit.toReversed()).map(entry => pick(entry, 'id', 'what', 'why', 'when')),
  };
  const maxEntryCount = Math.max(tokens.length, audit.length, testimonyIds.length, mails.length);
  return { data, hasNextPage: maxEntryCount > (page + 1) * MAX_ENTRIES_PER_PAGE };
}

async function readMarketData(testimonies: readonly Testimony[], user: User, deps: ExportDependencies) {
  const views = await loadTestimonyViews(testimonies, user, deps);
  const testimoniesWithDocuments = testimonies.map(async (testimony, position) => {
    const canDownload =
      testimony.document !== null && isParty(testimony, user) && canAct(testimony, 'client', 'download');
    const createLink = (key: string | null) =>
      createLinkIfClean(() => createDownloadLink({ ...testimony, document: key }, deps));
    const document = canDownload ? await createLink(testimony.document) : null;
    const earlier = canDownload ? testimony.documents.slice(0, -1) : [];
    const earlierLinks = await Promise.all(earlier.map(({ key }) => createLink(key)));
    const earlierDocuments = earlierLinks.filter(link => link !== null);
    return { ...(views[position] as (typeof views)[number]), document, earlierDocuments };
  });
  // A testimony that never had an offer is `pending` and has no payments, so nothing is read for it. A testimony whose
  // offers were all withdrawn remains `offered`, and may have payments.
  const testimoniesWithOffers = testimonies.filter(({ state }) => state !== 'pending');
  const ownTestimonies = testimoniesWithOffers.filter(testimony => isOwner(testimony, user));
  const [checkouts, money] = await Promise.all([
    Promise.all(ownTestimonies.map(({ id }) => deps.checkouts.listOfTestimony(id))),
    Promise.all(testimoniesWithOffers.map(testimony => listUserMoney(testimony, user, deps))),
  ]);
  return {
    testimonies: await Promise.all(testimoniesWithDocuments),
    offers: views.flatMap(({ offers }) => offers),
    checkouts: checkouts.flat().map(createCheckoutView),
    money: money.flat(),
  };
}

/** Kinds of entries about money that a party has received or paid. */
const KINDS: Readonly<Record<'client' | 'expert', ReadonlySet<EntryKind>>> = {
  client: new Set([
    'payment',
    'refund',
    'refund-failed',
    'outside-refund',
    'dispute',
    'dispute-won',
    'dispute-lost',
    'inquiry',
    'inquiry-closed',
  ]),
  expert: new Set(['payout', 'payout-reversed', 'outside-payout', 'outside-payout-returned']),
};

/**
 * Returns what the user has paid and received, as one amount for each cause; a negative amount has left the platform.
 */
async function listUserMoney(
  testimony: Testimony,
  user: User,
  deps: ExportDependencies,
): Promise<ExportView['money']> {
  if (!isParty(testimony, user)) return [];
  const kinds = KINDS[isOwner(testimony, user) ? 'client' : 'expert'];
  // The source id of a `settlement-undone` entry begins with the kind of the settlement that it undoes.
  const entries = (await deps.checkouts.listEntries(testimony.id)).filter(({ kind, sourceId }) =>
    kinds.has(kind === 'settlement-undone' ? (sourceId.split(' ')[0] as EntryKind) : kind),
  );
  const groups = Map.groupBy(entries, ({ kind, sourceId }) => `${kind} ${sourceId}`);
  return [...groups.values()].flatMap(group => group.slice(0, 1).map(entry => createMoneyView(entry, group)));
}

function createCheckoutView(checkout: Checkout) {
  const { amount, buyer } = checkout;
  return {
    ...pick(checkout, 'id', 'testimonyId', 'offerId'),
    amount: toEuros(amount),
    state: checkout.state,
    buyer: buyer && {
      ...pick(buyer, 'firstName', 'lastName', 'email', 'phone'),
      ...createContactView(buyer),
    },
    createdAt: checkout.createdAt,
  };
}

function createMoneyView(
  { sourceId: id, kind, testimonyId, at }: LedgerEntry,
  group: readonly LedgerEntry[],
) {
  const amount = sumAtProvider(group) - sumAccount(group, 'outside');
  return { id, kind, testimonyId, amount: toEuros(amount), at };
}
