/** A list that grows by a page at a time. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PageQuery, Testimony } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { useResource, useReturn } from '../../core/resource.ts';
import { Act } from '../../ui/act.tsx';
import { useName } from '../../ui/choices.ts';
import { Pending } from '../../ui/page.tsx';
import { StateBadge } from './state.tsx';

interface PageOf {
  readonly data: readonly Testimony[];
  readonly meta: { readonly next_cursor: string | null };
}

interface ListProps {
  readonly name: string;
  read(query: PageQuery): Promise<PageOf>;
  readonly empty: string;
  /** What to do where there is nothing. */
  readonly call?: ComponentChildren;
}

export function TestimonyList({ name, read, empty, call }: ListProps) {
  const { t } = useTexts();
  const first = useResource(() => read({}), name);
  const [more, setMore] = useState<{ after: PageOf; pages: readonly PageOf[] }>();
  useReturn(() => void first.reload());
  if (!first.data) return <Pending error={first.error} retry={first.reload} />;

  // What was read behind an older first page is not behind this one.
  const further = more?.after === first.data ? more.pages : [];
  const pages = [first.data, ...further];
  const testimonies = pages.flatMap(({ data }) => data);
  const next = pages.at(-1)?.meta.next_cursor;
  const after = first.data;
  if (testimonies.length === 0 && !next) {
    return (
      <div class="empty">
        <p>{empty}</p>
        {call}
      </div>
    );
  }
  return (
    <>
      <ul class="orders">
        {testimonies.map(testimony => (
          <Row key={testimony.id} testimony={testimony} />
        ))}
      </ul>
      {next && (
        <p class="more">
          <Act
            act={async () =>
              setMore({ after, pages: [...further, await read(next ? { cursor: next } : {})] })
            }
          >
            {t('more')}
          </Act>
        </p>
      )}
    </>
  );
}

function Row({ testimony }: { testimony: Testimony }) {
  const { t, date, money } = useTexts();
  const name = useName();
  const { address, region, type } = testimony.realEstate;
  const open = testimony.offers.filter(({ state }) => state === 'open');
  return (
    <li>
      <a href={`/testimonies/${testimony.id}`}>
        <span class="what">
          <strong>
            {name('estate', type)}, {address.city}
          </strong>
          <span class="small">
            {name('purpose', testimony.purpose)} · {name('region', region)}
          </span>
        </span>
        <span class="when small">{t('orderedOn', { date: date(testimony.createdAt) })}</span>
        <span class="sum">{testimony.price === null ? offersOf(open.length) : money(testimony.price)}</span>
        <StateBadge testimony={testimony} />
      </a>
    </li>
  );

  function offersOf(n: number): string {
    return n > 0 ? t('offerCount', { n }) : '';
  }
}
