import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { formatDate, formatMoney, formatTime, t } from '../../core/language.ts';
import { Card } from '../../ui/page.tsx';
import type { UnfinishedPayment } from './begun-payment.ts';
import { buildTimeline, type TimelineEntry } from './timeline.ts';

interface TimelineCardProps {
  readonly testimony: Testimony;
  readonly user: User;
  /** Payment that was begun in this browser tab, which the API does not know about. */
  readonly payment: UnfinishedPayment | undefined;
}

export const TimelineCard = ({ testimony, user, payment }: TimelineCardProps) => (
  <Card title={t('timeline')}>
    <ol class="timeline">
      {buildTimeline(testimony, user.role, new Date(), payment).map(entry => (
        <TimelineItem key={`${entry.text} ${entry.at} ${entry.parameters.name}`} entry={entry} />
      ))}
    </ol>
  </Card>
);

function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const { text, at, isExpected, tone, parameters } = entry;
  const { euros, ...others } = parameters;
  return (
    <li class={isExpected ? 'expected' : tone}>
      <span>{t(text, { ...others, ...(euros !== undefined && { amount: formatMoney(euros) }) })}</span>
      <span class="small">
        {isExpected
          ? t(at ? 'expected.by' : 'expected', { date: at ? formatDate(at) : '' })
          : at && formatTime(at)}
      </span>
    </li>
  );
}
