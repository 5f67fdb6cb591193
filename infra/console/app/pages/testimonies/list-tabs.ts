/** Tabs of the lists of testimonies. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import type { TextKey } from '../../texts/all-texts.ts';
import { findShownState } from './testimony-facts.ts';

export interface ListTab {
  /** Identifies the tab: `all`, `new`, a state or a region. */
  readonly key: 'all' | 'new' | Testimony['state'] | User['regions'][number];
  readonly label: TextKey;
  /** Returns whether a testimony belongs in this tab. */
  matches(testimony: Testimony): boolean;
}

const STATE_LABELS = {
  pending: 'state.pending',
  offered: 'list.offered',
  accepted: 'state.accepted',
  completed: 'list.completed',
  cancelled: 'list.cancelled',
} as const;

const STATES = Object.keys(STATE_LABELS) as Testimony['state'][];

const ALL: ListTab = { key: 'all', label: 'list.all', matches: () => true };

/**
 * Tabs by state for the list of a client's testimonies or of an expert's work. Experts need no tab for pending
 * testimonies.
 */
export const listStateTabs = (role: User['role']): ListTab[] => [
  ALL,
  ...STATES.filter(state => role === 'client' || state !== 'pending').map(
    (state): ListTab => ({
      key: state,
      label: STATE_LABELS[state],
      matches: testimony => (role === 'client' ? findShownState(testimony) : testimony.state) === state,
    }),
  ),
];

/** @param since time of the previous visit, or null on the first one */
export function listRegionTabs(regions: User['regions'], since: string | null): ListTab[] {
  const newTab: ListTab = {
    key: 'new',
    label: 'new',
    matches: ({ createdAt }) => createdAt > (since ?? ''),
  };
  const regionTabs = regions.map(
    (region): ListTab => ({
      key: region,
      label: `region.${region}`,
      matches: ({ realEstate }) => realEstate.region === region,
    }),
  );
  return [ALL, ...(since ? [newTab] : []), ...regionTabs];
}
