/** Tabs of the lists of testimonies: each is a filter of the API (infra/docs/api/testimonies.md#lists-of-testimonies). */
import type {
  ListOfferableData,
  ListTestimoniesData,
  Testimony,
  User,
} from '../../../../client/runtime/index.ts';
import type { TextKey } from '../../texts/all-texts.ts';
import { findShownState } from './testimony-facts.ts';

type ListFilter = Omit<
  NonNullable<ListTestimoniesData['query']> & NonNullable<ListOfferableData['query']>,
  'limit' | 'cursor'
>;

export interface ListTab {
  /** Identifies the tab: `all`, `new`, a state or a region. */
  readonly key: 'all' | 'new' | Testimony['state'] | User['regions'][number];
  readonly label: TextKey;
  readonly filter: ListFilter;
  /** Returns whether a loaded testimony belongs in this tab. */
  matches(testimony: Testimony): boolean;
}

const STATES = ['pending', 'offered', 'accepted', 'completed', 'cancelled'] as const;

const ALL: ListTab = { key: 'all', label: 'list.all', filter: {}, matches: () => true };

/** Tabs of the list of a client's testimonies or an expert's work. Experts need no tab for pending testimonies. */
export const listStateTabs = (role: User['role']): ListTab[] => [
  ALL,
  ...STATES.filter(state => role === 'client' || state !== 'pending').map(
    (state): ListTab => ({
      key: state,
      label: `list.${state}`,
      filter: { state },
      matches: testimony => (role === 'client' ? findShownState(testimony) : testimony.state) === state,
    }),
  ),
];

/** @param since time of the previous visit, or null on the first one */
export function listRegionTabs(regions: User['regions'], since: string | null): ListTab[] {
  const createdAfter = since ?? '';
  const newTab: ListTab = {
    key: 'new',
    label: 'new',
    filter: { createdAfter },
    matches: ({ createdAt }) => createdAt > createdAfter,
  };
  const regionTabs = regions.map(
    (region): ListTab => ({
      key: region,
      label: `region.${region}`,
      filter: { region },
      matches: ({ realEstate }) => realEstate.region === region,
    }),
  );
  return [ALL, ...(since ? [newTab] : []), ...(regions.length > 1 ? regionTabs : [])];
}

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
