/** List of testimonies with tabs, and with a button that loads the next page of the list. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { recordVisit } from '../../core/last-visit.ts';
import { type Resource, useOnReturn, useResource } from '../../core/resource.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LoadingOrProblem } from '../../ui/page.tsx';
import { countTabs, type ListTab } from './list-tabs.ts';
import { isOpen } from './testimony-facts.ts';
import { type RowContext, TestimonyRow } from './testimony-row.tsx';

const PAGE_SIZE = 20;

/**
 * Maximum number of further pages that are loaded automatically if a filtered page is empty. A page can be empty
 * because one request examines only a part of the list.
 */
const MAX_EMPTY_PAGES = 5;

interface ListPage {
  readonly data: readonly Testimony[];
  readonly meta: { readonly next_cursor: string | null };
}

export type LoadListPage = (
  query: ListTab['filter'] & { readonly limit: number; readonly cursor?: string },
) => Promise<ListPage>;

/**
 * Records the visit and loads the first page of a list without a filter. If it is the whole list, the tabs filter it
 * without further requests.
 */
export function useTestimonyList(name: string, user: User, loadPage: LoadListPage) {
  const [since] = useState(() => recordVisit(user.id));
  const firstPage = useResource(() => loadPage({ limit: PAGE_SIZE }), name);
  useOnReturn(() => void firstPage.reload());
  return { firstPage, loadPage, user, since };
}

interface TestimonyListProps extends RowContext {
  readonly firstPage: Resource<ListPage>;
  readonly loadPage: LoadListPage;
  readonly tabs: readonly ListTab[];
  /** Content to show when the whole list is empty. */
  readonly empty: ComponentChildren;
}

export function TestimonyList({ firstPage, loadPage, tabs, empty, ...context }: TestimonyListProps) {
  const [chosenKey, setChosenKey] = useState<ListTab['key']>('all');
  if (!firstPage.data) {
    return <LoadingOrProblem shape="rows" error={firstPage.error} retry={firstPage.reload} />;
  }
  const { data, meta } = firstPage.data;
  if (data.length === 0 && !meta.next_cursor) return <>{empty}</>;

  const isWhole = meta.next_cursor === null;
  const shownTabs = isWhole ? countTabs(tabs, data) : tabs.map(tab => ({ tab, count: undefined }));
  const chosen = shownTabs.find(({ tab }) => tab.key === chosenKey) ?? shownTabs[0];
  if (!chosen) return null;
  return (
    <>
      {shownTabs.length > 2 && <Tabs tabs={shownTabs} chosen={chosen.tab} onChoose={setChosenKey} />}
      {isWhole ? (
        <Rows testimonies={data.filter(chosen.tab.matches)} {...context} />
      ) : chosen.tab.key === 'all' ? (
        <PagedRows list={firstPage} tab={chosen.tab} loadPage={loadPage} {...context} />
      ) : (
        <FilteredRows key={chosen.tab.key} tab={chosen.tab} loadPage={loadPage} {...context} />
      )}
    </>
  );
}

interface TabsProps {
  readonly tabs: readonly { readonly tab: ListTab; readonly count: number | undefined }[];
  readonly chosen: ListTab;
  onChoose(key: ListTab['key']): void;
}

const Tabs = ({ tabs, chosen, onChoose }: TabsProps) => (
  <fieldset class="list-tabs">
    <legend class="hidden">{t('show')}</legend>
    {tabs.map(({ tab, count }) => (
      <button type="button" key={tab.key} aria-pressed={tab === chosen} onClick={() => onChoose(tab.key)}>
        {t(tab.label)}
        {count !== undefined && <span class="count">{count}</span>}
      </button>
    ))}
  </fieldset>
);

interface FilteredRowsProps extends RowContext {
  readonly tab: ListTab;
  readonly loadPage: LoadListPage;
}

function FilteredRows(props: FilteredRowsProps) {
  const { tab, loadPage } = props;
  const list = useResource(() => loadNonEmptyPage(loadPage, { ...tab.filter, limit: PAGE_SIZE }), tab.key);
  useOnReturn(() => void list.reload());
  return <PagedRows list={list} {...props} />;
}

/** Rows of the pages that were loaded so far, and a button that loads the next page. */
function PagedRows({ list, tab, loadPage, ...context }: FilteredRowsProps & { list: Resource<ListPage> }) {
  const query = { ...tab.filter, limit: PAGE_SIZE };
  if (!list.data) return <LoadingOrProblem shape="rows" error={list.error} retry={list.reload} />;
  const { data, meta } = list.data;
  const cursor = meta.next_cursor;
  return (
    <>
      {data.length > 0 ? <Rows testimonies={data} {...context} /> : <p class="empty">{t('noneInTab')}</p>}
      {cursor && (
        <p class="more">
          <ActionButton
            action={async () => {
              const next = await loadNonEmptyPage(loadPage, { ...query, cursor });
              list.set({ data: [...data, ...next.data], meta: next.meta });
            }}
            text={t('more')}
          />
        </p>
      )}
    </>
  );
}

async function loadNonEmptyPage(loadPage: LoadListPage, query: Parameters<LoadListPage>[0]) {
  let page = await loadPage(query);
  for (let pages = 0; pages < MAX_EMPTY_PAGES && page.data.length === 0 && page.meta.next_cursor; pages++) {
    page = await loadPage({ ...query, cursor: page.meta.next_cursor });
  }
  return page;
}

const COLUMNS = ['testimonyTitle', 'column.size', 'column.created', 'price', 'status'] as const;

function Rows({ testimonies, ...context }: RowContext & { testimonies: readonly Testimony[] }) {
  const isOnOffer = (testimony: Testimony) => isOpen(testimony) && testimony.offers.length === 0;
  const isShort = context.user.role === 'expert' && testimonies.every(isOnOffer);
  return (
    <div>
      {/* Screen readers read each row as the text of its link, without columns. */}
      <p class={isShort ? 'columns-of-rows small short' : 'columns-of-rows small'} aria-hidden="true">
        {COLUMNS.slice(0, isShort ? 3 : undefined).map(column => (
          <span key={column}>{t(column)}</span>
        ))}
      </p>
      <ul class="testimonies">
        {testimonies.map(testimony => (
          <TestimonyRow key={testimony.id} testimony={testimony} isShort={isShort} {...context} />
        ))}
      </ul>
    </div>
  );
}
