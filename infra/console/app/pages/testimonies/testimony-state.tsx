import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { Badge } from '../../ui/page.tsx';
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

/**
 * Shows the most important fact: a payment that delays everything, an open complaint, a missed deadline, the expert's
 * own offer, or else the state.
 */
export function StateBadge({ testimony, user }: { testimony: Testimony; user: User }) {
  const { state, payout, offers } = testimony;
  if (state === 'cancelled') return <Badge tone="plain">{getCodeLabel('state', state)}</Badge>;
  const paymentStatus = getPaymentStatus(testimony);
  if (paymentStatus === 'disputed') return <Badge tone="danger">{t('badge.disputed')}</Badge>;
  if (paymentStatus === 'refunding') return <Badge tone="warning">{t('badge.refunding')}</Badge>;
  if (paymentStatus === 'refunded') return <Badge tone="plain">{t('badge.refunded')}</Badge>;
  if (hasOpenComplaint(testimony)) return <Badge tone="warning">{t('badge.complaint')}</Badge>;
  if (isOverdue(testimony, new Date())) return <Badge tone="danger">{t('badge.late')}</Badge>;
  if (user.role === 'expert' && !payout) {
    if (!isOpen(testimony)) return <Badge tone="plain">{t('badge.notChosen')}</Badge>;
    if (hasOpenOffer(testimony)) return <Badge tone="info">{t('badge.offered')}</Badge>;
    if (offers.length > 0) return <Badge tone="plain">{t('badge.withdrawn')}</Badge>;
  }
  if (user.role === 'expert' && state === 'accepted') return <Badge tone="info">{t('badge.work')}</Badge>;
  if (state === 'offered' && hasOpenOffer(testimony)) {
    return <Badge tone="info">{t('offerCount', { n: countOpenOffers(testimony) })}</Badge>;
  }
  const shownState = user.role === 'client' ? findShownState(testimony) : state;
  return <Badge tone={STATE_TONES[shownState]}>{getCodeLabel('state', shownState)}</Badge>;
}
