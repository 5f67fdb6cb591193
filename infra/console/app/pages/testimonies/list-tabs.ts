/** Tabs of the lists of testimonies: each is a filter of the API (infra/docs/api/testimonies.md#lists-of-testimonies). */
import type {
  ListOfferableData,
  ListTestimoniesData,
  Testimony,
  User,
} from '../../../../client/runtime/index.ts';

type ListFilter = Omit<
  NonNullable<ListTestimoniesData['query']> & NonNullable<ListOfferableData['query']>,
  'limit' | 'cursor'
>;

export interface ListTab {
  /** `all`, `new`, a state or a region. */
  readonly key: 'all' | 'new' | Testimony['state'] | User['regions'][number];
  readonly filter: ListFilter;
  /** Applies the filter to a testimony that is loaded already. */
  matches(testimony: Testimony): boolean;
}

const STATES = ['pending', 'offered', 'accepted', 'completed', 'cancelled'] as const;

const createTab = (key: ListTab['key'], filter: ListFilter, matches: ListTab['matches']): ListTab => ({
  ...{ key, filter, matches },
});

const ALL = createTab('all', {}, () => true);

/** Tabs of the list of a client's testimonies or of an expert's work. An expert has no testimonies without offers. */
export const listStateTabs = (role: User['role']): ListTab[] => [
  ALL,
  ...STATES.filter(state => role === 'client' || state !== 'pending').map(state =>
    createTab(state, { state }, testimony => testimony.state === state),
  ),
];

/** @param since time of the previous visit, or null on the first one */
export const listRegionTabs = (regions: User['regions'], since: string | null): ListTab[] => [
  ALL,
  ...(since ? [createTab('new', { createdAfter: since }, ({ createdAt }) => createdAt > since)] : []),
  ...(regions.length > 1 ? regions : []).map(region =>
    createTab(region, { region }, ({ realEstate }) => realEstate.region === region),
  ),
];

/**
 * Counts the testimonies of each tab and leaves out empty tabs.
 * @param testimonies the whole list
 */
export const countTabs = (
  tabs: readonly ListTab[],
  testimonies: readonly Testimony[],
): { readonly tab: ListTab; readonly count: number }[] =>
  tabs
    .map(tab => ({ tab, count: testimonies.filter(tab.matches).length }))
    .filter(({ tab, count }) => count > 0 || tab.key === 'all');
