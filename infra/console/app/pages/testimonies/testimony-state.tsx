import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { Badge } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import {
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
  accepted: 'warning',
  completed: 'success',
  cancelled: 'danger',
} as const;

/**
 * Shows the most important fact: a payment that delays everything, an open complaint, a missed deadline, the expert's
 * own offer, or else the state. An expert who has withdrawn the only offer sees no badge.
 */
export function StateBadge({ testimony, user }: { testimony: Testimony; user: User }) {
  const { state, payout, offers } = testimony;
  if (state === 'cancelled') return <Badge tone="danger">{getCodeLabel('state', state)}</Badge>;
  const paymentStatus = getPaymentStatus(testimony);
  if (paymentStatus === 'disputed') return <Badge tone="danger">{t('badge.disputed')}</Badge>;
  if (paymentStatus === 'refunding') return <Badge tone="warning">{t('badge.refunding')}</Badge>;
  if (paymentStatus === 'refunded') return <Badge tone="plain">{t('badge.refunded')}</Badge>;
  if (hasOpenComplaint(testimony)) return <Badge tone="warning">{t('badge.complaint')}</Badge>;
  if (isOverdue(testimony, new Date())) return <Badge tone="danger">{t('badge.late')}</Badge>;
  if (user.role === 'expert' && !payout) {
    if (!isOpen(testimony)) return <Badge tone="plain">{t('badge.notChosen')}</Badge>;
    if (hasOpenOffer(testimony)) return <Badge tone="info">{t('badge.offered')}</Badge>;
    if (offers.length > 0) return null;
  }
  const shownState = user.role === 'client' ? findShownState(testimony) : state;
  return <Badge tone={STATE_TONES[shownState]}>{getCodeLabel('state', shownState)}</Badge>;
}
