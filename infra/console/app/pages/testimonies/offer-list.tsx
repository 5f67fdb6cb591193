/** List of the offers for a testimony. The client chooses one offer, and an expert can withdraw their own offer. */
import type { Offer } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatMoney, t } from '../../core/language.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Badge, Quotation } from '../../ui/page.tsx';
import type { TestimonyActionProps } from './testimony-action-props.ts';
import { countOpenOffers, joinName } from './testimony-facts.ts';

export function OfferList(props: TestimonyActionProps) {
  const { testimony, user } = props;
  // Open offers come before withdrawn ones.
  const offers = [...testimony.offers].sort(
    (one, other) => one.state.localeCompare(other.state) || one.price - other.price,
  );
  if (offers.length === 0) return null;
  return (
    <section aria-label={t('offers')}>
      {user.role === 'expert' && <h2>{t('myOffers', { n: offers.length })}</h2>}
      <ul class="offers">
        {offers.map(offer => (
          <OfferCard key={offer.id} {...props} offer={offer} advantages={findAdvantages(offer, offers)} />
        ))}
      </ul>
    </section>
  );
}

type OfferAdvantage = 'cheapest' | 'soonest';

/** Returns the advantages of an offer over the other open offers, or an empty list if there is no other open offer. */
function findAdvantages(offer: Offer, offers: readonly Offer[]): OfferAdvantage[] {
  const openOffers = offers.filter(({ state }) => state === 'open');
  if (openOffers.length < 2 || offer.state !== 'open') return [];
  const isLowest = (getValue: (one: Offer) => number) =>
    openOffers.every(other => other === offer || getValue(offer) < getValue(other));
  return [
    ...(isLowest(({ price }) => price) ? (['cheapest'] as const) : []),
    ...(isLowest(({ daysToComplete }) => daysToComplete) ? (['soonest'] as const) : []),
  ];
}

interface OfferCardProps extends TestimonyActionProps {
  readonly offer: Offer;
  readonly advantages: readonly OfferAdvantage[];
}

function OfferCard({ offer, testimony, user, reload, onConflict, advantages }: OfferCardProps) {
  const { expert } = offer;
  const isOwn = user.role === 'expert';
  const isOpen = offer.state === 'open';
  // If several offers are open, they are equal choices, so none of them has the primary button.
  const isOnlyOpen = countOpenOffers(testimony) === 1;
  const name = joinName(expert);
  async function withdrawOffer(): Promise<void> {
    await api.withdrawOffer({ path: { offerId: offer.id } });
    await reload();
  }
  return (
    <li class="card offer" data-state={offer.state}>
      <p class="price">
        {formatMoney(offer.price)}
        {advantages.map(key => (
          <Badge key={key} tone="success">
            {t(key)}
          </Badge>
        ))}
      </p>
      {offer.commission !== null && offer.netAmount !== null && (
        <p class="small">
          {t('afterCommission', {
            net: formatMoney(offer.netAmount),
            commission: formatMoney(offer.commission),
          })}
        </p>
      )}
      <p>{t('inDays', { n: offer.daysToComplete })}</p>
      {!isOwn && (
        <p>
          <strong>{name}</strong>
          <span class="small">{t('registered', { number: expert.registrationNumber })}</span>
        </p>
      )}
      {offer.note && <Quotation label={t(isOwn ? 'note' : 'expertWrote')}>{offer.note}</Quotation>}
      {!isOpen && <Badge tone="plain">{t(`offer.${offer.state}`)}</Badge>}
      {isOpen && testimony.allowedActions.includes('checkout') && (
        <a
          class={isOnlyOpen ? 'button primary' : 'button choice'}
          href={`/testimonies/${testimony.id}/checkout/${offer.id}`}
        >
          {t('chooseOffer')}
          <span class="hidden">
            : {name}, {formatMoney(offer.price)}
          </span>
        </a>
      )}
      {isOpen && testimony.allowedActions.includes('withdraw') && (
        <ActionButton action={withdrawOffer} onError={onConflict} text={t('action.withdraw')} />
      )}
    </li>
  );
}
