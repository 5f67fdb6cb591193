/** Offers beside each other; the owner chooses one, its expert may take it back. */
import { type Offer, paginate, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { Act } from '../../ui/act.tsx';
import { Badge, Pending } from '../../ui/page.tsx';
import type { TestimonyActions } from './acts.ts';

interface OffersProps extends TestimonyActions {
  readonly user: User;
}

export function Offers({ testimony, user, reload, refused }: OffersProps) {
  const { t } = useTexts();
  const { id, state, offers } = testimony;
  const list = useResource(signal => everyOffer(id, signal), `${id} ${state} ${JSON.stringify(offers)}`);
  if (!list.data) return <Pending error={list.error} retry={list.reload} />;
  if (list.data.length === 0) return null;
  return (
    <section class="stack" aria-label={t('offers')}>
      <h2>{t(user.role === 'client' ? 'offers' : 'myOffers')}</h2>
      <ul class="offers">
        {list.data.map(offer => (
          <OfferCard
            key={offer.id}
            {...{ offer, testimony, reload, refused }}
            best={bestOf(offer, list.data ?? [])}
          />
        ))}
      </ul>
    </section>
  );
}

async function everyOffer(id: string, signal: AbortSignal): Promise<Offer[]> {
  const offers: Offer[] = [];
  for await (const offer of paginate(query => api.listOffers({ path: { id }, query, signal }))) {
    offers.push(offer);
  }
  return offers.sort((one, other) => rank(one) - rank(other) || one.price - other.price);
}

type Best = 'cheapest' | 'soonest';

/** What speaks for an offer, where there is something to choose. */
function bestOf(offer: Offer, offers: readonly Offer[]): Best[] {
  const open = offers.filter(({ state }) => state === 'open');
  if (open.length < 2 || offer.state !== 'open') return [];
  const least = (of: (one: Offer) => number) => open.every(other => other === offer || of(offer) < of(other));
  return [
    ...(least(({ price }) => price) ? (['cheapest'] as const) : []),
    ...(least(({ daysToComplete }) => daysToComplete) ? (['soonest'] as const) : []),
  ];
}

const rank = ({ state }: Offer): number => ['accepted', 'open', 'lapsed', 'withdrawn'].indexOf(state);

interface OfferProps extends TestimonyActions {
  readonly offer: Offer;
}

function OfferCard({ offer, testimony, reload, refused, best }: OfferProps & { best: readonly Best[] }) {
  const { t, money } = useTexts();
  const { expert } = offer;
  const isOpen = offer.state === 'open';
  const name = [expert.firstName, expert.lastName].filter(Boolean).join(' ');
  return (
    <li class="card offer" data-state={offer.state}>
      <p class="price">
        {money(offer.price)}
        {best.map(key => (
          <Badge key={key} tone="success">
            {t(key)}
          </Badge>
        ))}
      </p>
      <p>{t('inDays', { n: offer.daysToComplete })}</p>
      <p>
        <strong>{name}</strong>
        <span class="small">{t('registered', { number: expert.registrationNumber })}</span>
      </p>
      {offer.note && <p class="quote">{offer.note}</p>}
      {!isOpen && (
        <Badge tone={offer.state === 'accepted' ? 'success' : 'plain'}>{t(`offer.${offer.state}`)}</Badge>
      )}
      {isOpen && testimony.allowedActions.includes('checkout') && (
        <a class="button primary" href={`/testimonies/${testimony.id}/checkout/${offer.id}`}>
          {t('chooseOffer')}
          <span class="hidden">
            : {name}, {money(offer.price)}
          </span>
        </a>
      )}
      {isOpen && testimony.allowedActions.includes('withdraw') && (
        <Withdraw {...{ offer, reload, refused }} />
      )}
    </li>
  );
}

function Withdraw({ offer, reload, refused }: Omit<OfferProps, 'testimony'>) {
  const { t } = useTexts();
  async function withdraw(): Promise<void> {
    await api.withdrawOffer({ path: { offerId: offer.id } });
    await reload();
  }
  return (
    <Act act={withdraw} failed={refused}>
      {t('withdraw')}
    </Act>
  );
}
