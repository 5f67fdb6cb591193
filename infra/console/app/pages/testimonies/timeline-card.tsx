import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { formatDate, formatMoney, formatTime, t } from '../../core/language.ts';
import { Card } from '../../ui/page.tsx';
import { buildTimeline, type TimelineEntry } from './timeline.ts';

export const TimelineCard = ({ testimony, user }: { testimony: Testimony; user: User }) => (
  <Card title={t('timeline')}>
    <ol class="timeline">
      {buildTimeline(testimony, user.role, new Date()).map(entry => (
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
