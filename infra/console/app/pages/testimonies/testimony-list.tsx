/** List of testimonies with tabs, and with a button that shows more of them. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { recordVisit } from '../../core/last-visit.ts';
import { type Resource, useOnReturn, useResource } from '../../core/resource.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LoadingOrError } from '../../ui/error-page.tsx';
import type { ListTab } from './list-tabs.ts';
import { isOpen } from './testimony-facts.ts';
import { findPrice, type RowContext, TestimonyRow } from './testimony-row.tsx';

/** Number of rows that are shown at first, and that each click on the button adds. */
const SHOWN_ROWS = 20;

/**
 * Number of testimonies that one request loads: the maximum of the API. The button loads further pages of a longer
 * list.
 */
const PAGE_SIZE = 100;

interface ListPage {
  readonly data: readonly Testimony[];
  readonly meta: { readonly next_cursor: string | null };
}

export type LoadListPage = (query: { readonly limit: number; readonly cursor?: string }) => Promise<ListPage>;

/** Records the visit and loads a list, from which the tabs take their testimonies. */
export function useTestimonyList(name: string, user: User, loadPage: LoadListPage) {
  const [since] = useState(() => recordVisit(user.id));
  const list = useResource(() => loadPage({ limit: PAGE_SIZE }), name);
  useOnReturn(() => void list.reload());
  return { list, loadPage, user, since };
}

interface TestimonyListProps extends RowContext {
  readonly list: Resource<ListPage>;
  readonly loadPage: LoadListPage;
  readonly tabs: readonly ListTab[];
  /** Content to show when the whole list is empty. */
  readonly empty: ComponentChildren;
}

export function TestimonyList({ list, loadPage, tabs, empty, ...context }: TestimonyListProps) {
  const [chosenKey, setChosenKey] = useState<ListTab['key']>('all');
  const [shownRows, setShownRows] = useState(SHOWN_ROWS);
  if (!list.data) return <LoadingOrError shape="rows" error={list.error} retry={list.reload} />;
  const { data, meta } = list.data;
  const cursor = meta.next_cursor;
  if (data.length === 0 && !cursor) return <>{empty}</>;

  const shownTabs = tabs.filter(({ key, matches }) => {
    const { length } = data.filter(matches);
    // A tab that matches the whole list would repeat the tab `all`. An empty tab may still get rows from further pages.
    return key === 'all' || (length < data.length && (cursor || length > 0));
  });
  const chosen = shownTabs.find(({ key }) => key === chosenKey) ?? shownTabs[0];
  if (!chosen) return null;
  const rows = data.filter(chosen.matches);
  async function showMore(): Promise<void> {
    setShownRows(shownRows + SHOWN_ROWS);
    if (!cursor || rows.length > shownRows) return;
    const next = await loadPage({ limit: PAGE_SIZE, cursor });
    list.set({ data: [...data, ...next.data], meta: next.meta });
  }
  return (
    <>
      {shownTabs.length > 1 && (
        <fieldset class="list-tabs">
          <legend class="hidden">{t('show')}</legend>
          {shownTabs.map(({ key, label, matches }) => (
            <button
              type="button"
              key={key}
              aria-pressed={key === chosen.key}
              onClick={() => setChosenKey(key)}
            >
              {t(label)}
              <span class="count">
                {data.filter(matches).length}
                {cursor && '+'}
              </span>
            </button>
          ))}
        </fieldset>
      )}
      <Rows testimonies={rows.slice(0, shownRows)} {...context} />
      {(rows.length > shownRows || cursor) && (
        <p class="more">
          <ActionButton action={showMore} text={t('more')} />
        </p>
      )}
    </>
  );
}

const COLUMNS = ['testimonyTitle', 'purpose', 'column.size', 'column.created', 'price', 'status'] as const;

function Rows({ testimonies, ...context }: RowContext & { testimonies: readonly Testimony[] }) {
  const { user } = context;
  const isExpert = user.role === 'expert';
  const isOnOffer = (testimony: Testimony) => isOpen(testimony) && testimony.offers.length === 0;
  const hasPrices = testimonies.some(testimony => findPrice(testimony, user) !== undefined);
  const hasStates = !isExpert || !testimonies.every(isOnOffer);
  const hasRegions = isExpert && new Set(testimonies.map(({ realEstate }) => realEstate.region)).size > 1;
  const columns = COLUMNS.filter(
    column => (column !== 'price' || hasPrices) && (column !== 'status' || hasStates),
  );
  return (
    <div class={hasPrices ? 'priced' : hasStates ? undefined : 'short'}>
      {/* Screen readers read each row as one link without columns, so they skip the headings. */}
      <p class="columns-of-rows small" aria-hidden="true">
        {columns.map(column => (
          <span key={column}>{t(column)}</span>
        ))}
      </p>
      <ul class="testimonies">
        {testimonies.map(testimony => (
          <TestimonyRow
            key={testimony.id}
            testimony={testimony}
            columns={columns}
            hasRegions={hasRegions}
            {...context}
          />
        ))}
      </ul>
    </div>
  );
}
