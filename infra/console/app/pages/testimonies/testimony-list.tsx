/** List of testimonies with tabs, and with a button that shows more of them. */
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

/** Number of rows that are shown at first, and that the button adds. */
const SHOWN_ROWS = 20;

/** Number of testimonies that one request loads: the maximum of the API. */
const PAGE_SIZE = 100;

/** Maximum number of requests that load a list at once. The button loads the rest of a longer list. */
const MAX_PAGES = 10;

interface ListPage {
  readonly data: readonly Testimony[];
  readonly meta: { readonly next_cursor: string | null };
}

export type LoadListPage = (query: { readonly limit: number; readonly cursor?: string }) => Promise<ListPage>;

async function loadPages(loadPage: LoadListPage, former?: ListPage): Promise<ListPage> {
  const data = [...(former?.data ?? [])];
  let cursor = former?.meta.next_cursor ?? null;
  for (let pages = 0; pages < MAX_PAGES && (pages === 0 || cursor); pages++) {
    const page = await loadPage({ limit: PAGE_SIZE, ...(cursor && { cursor }) });
    data.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return { data, meta: { next_cursor: cursor } };
}

/** Records the visit and loads a list. */
export function useTestimonyList(name: string, user: User, loadPage: LoadListPage) {
  const [since] = useState(() => recordVisit(user.id));
  const list = useResource(() => loadPages(loadPage), name);
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
  if (!list.data) return <LoadingOrProblem shape="rows" error={list.error} retry={list.reload} />;
  const loaded = list.data;
  const hasMore = loaded.meta.next_cursor !== null;
  if (loaded.data.length === 0 && !hasMore) return <>{empty}</>;

  const shownTabs = countTabs(tabs, loaded.data);
  const chosen = shownTabs.find(({ tab }) => tab.key === chosenKey) ?? shownTabs[0];
  if (!chosen) return null;
  const rows = loaded.data.filter(chosen.tab.matches);
  async function showMore(): Promise<void> {
    if (shownRows >= rows.length) list.set(await loadPages(loadPage, loaded));
    setShownRows(shownRows + SHOWN_ROWS);
  }
  return (
    <>
      {shownTabs.length > 2 && (
        <Tabs tabs={shownTabs} chosen={chosen.tab} hasMore={hasMore} onChoose={setChosenKey} />
      )}
      <Rows testimonies={rows.slice(0, shownRows)} {...context} />
      {(rows.length > shownRows || hasMore) && (
        <p class="more">
          <ActionButton action={showMore} text={t('more')} />
        </p>
      )}
    </>
  );
}

interface TabsProps {
  readonly tabs: ReturnType<typeof countTabs>;
  readonly chosen: ListTab;
  /** Whether a part of the list is not loaded yet, so that the counts are minimums. */
  readonly hasMore: boolean;
  onChoose(key: ListTab['key']): void;
}

const Tabs = ({ tabs, chosen, hasMore, onChoose }: TabsProps) => (
  <fieldset class="list-tabs">
    <legend class="hidden">{t('show')}</legend>
    {tabs.map(({ tab, count }) => (
      <button type="button" key={tab.key} aria-pressed={tab === chosen} onClick={() => onChoose(tab.key)}>
        {t(tab.label)}
        <span class="count">
          {count}
          {hasMore && '+'}
        </span>
      </button>
    ))}
  </fieldset>
);

const COLUMNS = ['testimonyTitle', 'purpose', 'column.size', 'column.created', 'price', 'status'] as const;

function Rows({ testimonies, ...context }: RowContext & { testimonies: readonly Testimony[] }) {
  const isOnOffer = (testimony: Testimony) => isOpen(testimony) && testimony.offers.length === 0;
  const isShort = context.user.role === 'expert' && testimonies.every(isOnOffer);
  return (
    <div>
      {/* Screen readers read each row as the text of its link, without columns. */}
      <p class={isShort ? 'columns-of-rows small short' : 'columns-of-rows small'} aria-hidden="true">
        {COLUMNS.slice(0, isShort ? 4 : undefined).map(column => (
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
