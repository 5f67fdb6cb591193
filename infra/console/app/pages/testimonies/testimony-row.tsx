/** Row of a list of testimonies. Number, street, size and price distinguish similar testimonies. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { formatDate, formatMoney, t } from '../../core/language.ts';
import { readOpenings } from '../../core/last-visit.ts';
import { Badge } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import { formatArea, getTestimonyNumber } from './testimony-facts.ts';
import { StateBadge } from './testimony-state.tsx';
import { findLatestNews } from './timeline.ts';

/** Names a testimony by its kind and town, and by its street or, without a street, its size. */
export function getTestimonyTitle(testimony: Testimony): string {
  const { type, address, properties } = testimony.realEstate;
  const size = properties?.area !== undefined && formatArea(properties.area);
  return [getCodeLabel('estate', type), address.line1 ?? size, address.city].filter(Boolean).join(', ');
}

export interface RowContext {
  readonly user: User;
  /** Time of the previous visit, or null on the first one. */
  readonly since: string | null;
}

interface TestimonyRowProps extends RowContext {
  readonly testimony: Testimony;
  /** Whether the row has neither a price nor a state, because they are the same in the whole list. */
  readonly isShort: boolean;
}

export function TestimonyRow({ testimony, user, since, isShort }: TestimonyRowProps) {
  const { address, region } = testimony.realEstate;
  const facts = [
    t('numberShort', { number: getTestimonyNumber(testimony.id) }),
    testimony.purpose && getCodeLabel('purpose', testimony.purpose),
    !address.line1 && getCodeLabel('region', region),
  ];
  return (
    <li>
      <a href={`/testimonies/${testimony.id}`} class={isShort ? 'short' : undefined}>
        <span class="what">
          <span class="title">
            <strong>{getTestimonyTitle(testimony)}</strong>
            {isNew(testimony, user, since) && <Badge tone="info">{t('new')}</Badge>}
          </span>
          <span class="small">{facts.filter(Boolean).join(' · ')}</span>
        </span>
        <RowSize testimony={testimony} />
        <span class="when small">{formatDate(testimony.createdAt)}</span>
        {!isShort && <RowPrice testimony={testimony} user={user} />}
        {!isShort && <StateBadge testimony={testimony} user={user} />}
      </a>
    </li>
  );
}

function isNew(testimony: Testimony, user: User, since: string | null): boolean {
  if (since === null) return false;
  const news = findLatestNews(testimony, user.role, new Date());
  return news !== undefined && news > (readOpenings(user.id)[testimony.id] ?? since);
}

/** Shows the size, unless the title already contains it because there is no street. */
function RowSize({ testimony: { realEstate } }: { testimony: Testimony }) {
  const { area, rooms } = realEstate.properties ?? {};
  const facts = [
    area !== undefined && realEstate.address.line1 !== null && formatArea(area),
    rooms !== undefined && t('roomCount', { n: rooms }),
  ];
  return <span class="size">{facts.filter(Boolean).join(', ')}</span>;
}

/** Shows the price, the number of offers, or the amount of the expert's own offer. */
function RowPrice({ testimony, user }: { testimony: Testimony; user: User }) {
  const openOffers = testimony.offers.filter(({ state }) => state === 'open');
  const ownOffer =
    user.role === 'expert' ? testimony.offers.find(({ state }) => state !== 'withdrawn') : undefined;
  const price = testimony.price ?? ownOffer?.price;
  if (price !== undefined && price !== null) return <span class="sum">{formatMoney(price)}</span>;
  return <span class="sum">{openOffers.length > 0 && t('offerCount', { n: openOffers.length })}</span>;
}
