/** List of testimonies, with a button that loads the next page of the list. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PageQuery, Testimony } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { useOnReturn, useResource } from '../../core/resource.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LoadingOrProblem } from '../../ui/page.tsx';
import { useCodeLabel } from '../../ui/select-options.ts';
import { StateBadge } from './testimony-state.tsx';

interface ListPage {
  readonly data: readonly Testimony[];
  readonly meta: { readonly next_cursor: string | null };
}

interface TestimonyListProps {
  readonly name: string;
  loadPage(query: PageQuery): Promise<ListPage>;
  readonly emptyText: string;
  /** Action that is offered when the list is empty. */
  readonly emptyAction?: ComponentChildren;
}

export function TestimonyList({ name, loadPage, emptyText, emptyAction }: TestimonyListProps) {
  const { t } = useTexts();
  const firstPage = useResource(() => loadPage({}), name);
  const [more, setMore] = useState<{ after: ListPage; pages: readonly ListPage[] }>();
  useOnReturn(() => void firstPage.reload());
  if (!firstPage.data) return <LoadingOrProblem error={firstPage.error} retry={firstPage.reload} />;

  // Later pages continue the first page that was displayed when they were loaded. A reload of the first page
  // therefore drops the later pages.
  const laterPages = more?.after === firstPage.data ? more.pages : [];
  const pages = [firstPage.data, ...laterPages];
  const testimonies = pages.flatMap(({ data }) => data);
  const nextCursor = pages.at(-1)?.meta.next_cursor;
  const after = firstPage.data;
  if (testimonies.length === 0 && !nextCursor) {
    return (
      <div class="empty">
        <p>{emptyText}</p>
        {emptyAction}
      </div>
    );
  }
  return (
    <>
      <ul class="testimonies">
        {testimonies.map(testimony => (
          <TestimonyRow key={testimony.id} testimony={testimony} />
        ))}
      </ul>
      {nextCursor && (
        <p class="more">
          <ActionButton
            action={async () =>
              setMore({
                after,
                pages: [...laterPages, await loadPage(nextCursor ? { cursor: nextCursor } : {})],
              })
            }
          >
            {t('more')}
          </ActionButton>
        </p>
      )}
    </>
  );
}

function TestimonyRow({ testimony }: { testimony: Testimony }) {
  const { t, date, money } = useTexts();
  const getLabel = useCodeLabel();
  const { address, region, type } = testimony.realEstate;
  const openOffers = testimony.offers.filter(({ state }) => state === 'open');
  return (
    <li>
      <a href={`/testimonies/${testimony.id}`}>
        <span class="what">
          <strong>
            {getLabel('estate', type)}, {address.city}
          </strong>
          <span class="small">
            {testimony.purpose && `${getLabel('purpose', testimony.purpose)} · `}
            {getLabel('region', region)}
          </span>
        </span>
        <span class="when small">{t('requestedOn', { date: date(testimony.createdAt) })}</span>
        <span class="sum">
          {testimony.price === null ? formatOfferCount(openOffers.length) : money(testimony.price)}
        </span>
        <StateBadge testimony={testimony} />
      </a>
    </li>
  );

  function formatOfferCount(n: number): string {
    return n > 0 ? t('offerCount', { n }) : '';
  }
}
