/** Row of a list of testimonies. Street, purpose, size and price distinguish similar testimonies. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { formatDate, formatMoney, t } from '../../core/language.ts';
import { readOpenings } from '../../core/last-visit.ts';
import { Badge } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import { formatArea } from './testimony-facts.ts';
import { StateBadge } from './testimony-state.tsx';
import { findLatestNews } from './timeline.ts';

/**
 * Returns a title with the type of real estate, the street and the town. Without a street, the title contains the area.
 */
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
  /**
   * Columns of the list. The price column is missing if no row has a price. An expert sees no status column if no row
   * has an offer.
   */
  readonly columns: readonly string[];
  /** Whether the rows of the list are in several regions. */
  readonly hasRegions: boolean;
}

export function TestimonyRow({ testimony, user, since, columns, hasRegions }: TestimonyRowProps) {
  const { id, purpose, createdAt, realEstate } = testimony;
  const price = findPrice(testimony, user);
  return (
    <li>
      <a href={`/testimonies/${id}`}>
        <span class="what">
          <span class="title">
            <strong>{getTestimonyTitle(testimony)}</strong>
            {isNew(testimony, user, since) && <Badge tone="info">{t('new')}</Badge>}
          </span>
          {hasRegions && <span class="small">{getCodeLabel('region', realEstate.region)}</span>}
        </span>
        <span class="meta">
          <span>{purpose && getCodeLabel('purpose', purpose)}</span>
          <RowSize testimony={testimony} />
        </span>
        <span class="when small">{formatDate(createdAt)}</span>
        {columns.includes('price') && <span class="sum">{price !== undefined && formatMoney(price)}</span>}
        {columns.includes('status') && <StateBadge testimony={testimony} user={user} />}
      </a>
    </li>
  );
}

/**
 * Returns the price of the accepted offer or, without one, of the expert's own offer. A client gets no price before an
 * offer is accepted.
 */
export function findPrice({ price, offers }: Testimony, { role }: User): number | undefined {
  const ownOffer = role === 'expert' ? offers.find(({ state }) => state !== 'withdrawn') : undefined;
  return price ?? ownOffer?.price;
}

function isNew(testimony: Testimony, user: User, since: string | null): boolean {
  if (since === null || testimony.state === 'cancelled') return false;
  const news = findLatestNews(testimony, user.role, new Date());
  return news !== undefined && news > (readOpenings(user.id)[testimony.id] ?? since);
}

/**
 * Shows the area and the number of rooms. The area is left out if the title contains it, because there is no street.
 */
function RowSize({ testimony: { realEstate } }: { testimony: Testimony }) {
  const { area, rooms } = realEstate.properties ?? {};
  const facts = [
    area !== undefined && realEstate.address.line1 !== null && formatArea(area),
    rooms !== undefined && t('roomCount', { n: rooms }),
  ];
  return <span>{facts.filter(Boolean).join(', ')}</span>;
}
