import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { Badge, type Tone } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import {
  countOpenOffers,
  findShownState,
  getPaymentStatus,
  hasOpenComplaint,
  hasOpenOffer,
  isOpen,
  isOverdue,
} from './testimony-facts.ts';

const STATE_TONES = {
  pending: 'plain',
  offered: 'info',
  accepted: 'info',
  completed: 'success',
  cancelled: 'plain',
} as const;

const PAYMENT_TONES = { disputed: 'danger', refunding: 'warning', refunded: 'plain' } as const;

export function StateBadge(props: { testimony: Testimony; user: User }) {
  const [tone, text] = describeState(props.testimony, props.user);
  return <Badge tone={tone}>{text}</Badge>;
}

/**
 * Returns the most important fact about a testimony: a payment that delays everything, an open complaint, a missed
 * deadline, the expert's own offer, or else the state.
 */
function describeState(testimony: Testimony, { role }: User): readonly [Tone, string] {
  const { state, payout, offers } = testimony;
  const shownState = role === 'client' ? findShownState(testimony) : state;
  const stateBadge = [STATE_TONES[shownState], getCodeLabel('state', shownState)] as const;
  if (state === 'cancelled') return stateBadge;
  const paymentStatus = getPaymentStatus(testimony);
  if (paymentStatus && paymentStatus !== 'paid')
    return [PAYMENT_TONES[paymentStatus], t(`badge.${paymentStatus}`)];
  if (hasOpenComplaint(testimony)) return ['warning', t('badge.complaint')];
  if (isOverdue(testimony, new Date())) return ['danger', t('badge.late')];
  if (role === 'client') {
    const n = countOpenOffers(testimony);
    return shownState === 'offered' ? ['info', t('offerCount', { n })] : stateBadge;
  }
  if (payout) return state === 'accepted' ? ['info', t('badge.work')] : stateBadge;
  if (!isOpen(testimony)) return ['plain', t('badge.notChosen')];
  if (hasOpenOffer(testimony)) return ['info', t('badge.offered')];
  return offers.length > 0 ? ['plain', t('badge.withdrawn')] : stateBadge;
}
