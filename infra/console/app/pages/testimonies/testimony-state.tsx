/** State of a testimony, as a badge and as progress steps. */
import type { Testimony } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { CheckIcon } from '../../ui/icons.tsx';
import { Badge } from '../../ui/page.tsx';
import { useCodeLabel } from '../../ui/select-options.ts';

const STATE_TONES = {
  pending: 'plain',
  offered: 'info',
  accepted: 'warning',
  completed: 'success',
  cancelled: 'danger',
} as const;

/** Shows what matters most now: a payment that delays everything, an open complaint, or else the state. */
export function StateBadge({ testimony }: { testimony: Testimony }) {
  const { t } = useTexts();
  const getLabel = useCodeLabel();
  const { state, payment, payout, complaint } = testimony;
  if (state !== 'cancelled') {
    if (payment?.status === 'processing') return <Badge tone="info">{t('badge.processing')}</Badge>;
    if (payment?.status === 'disputed' || payout?.reason === 'disputed')
      return <Badge tone="danger">{t('badge.disputed')}</Badge>;
    if (complaint && !complaint.endedAt) return <Badge tone="warning">{t('badge.complaint')}</Badge>;
  }
  return <Badge tone={STATE_TONES[testimony.state]}>{getLabel('state', testimony.state)}</Badge>;
}

export function ProgressSteps({ testimony }: { testimony: Testimony }) {
  const { t, date } = useTexts();
  if (testimony.state === 'cancelled') return null;
  const steps = [
    ['stepRequested', testimony.createdAt, true],
    ['stepOffers', undefined, testimony.state !== 'pending'],
    ['stepPaid', testimony.acceptedAt, testimony.acceptedAt !== null],
    ['stepDelivered', testimony.completedAt, testimony.completedAt !== null],
  ] as const;
  const current = steps.findIndex(([, , done]) => !done);
  return (
    <ol class="track" aria-label={t('progress')}>
      {steps.map(([key, at, done], index) => (
        <li key={key} class={done ? 'done' : ''} aria-current={index === current ? 'step' : undefined}>
          <span class="dot">{done ? <CheckIcon /> : index + 1}</span>
          <span>
            {t(key)}
            {at && <span class="small">{date(at)}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
