/** Card with the timeline of a testimony. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { Card } from '../../ui/page.tsx';
import { buildTimeline, type TimelineEntry } from './timeline.ts';

export function TimelineCard({ testimony, user }: { testimony: Testimony; user: User }) {
  const { t } = useTexts();
  return (
    <Card title={t('timeline')}>
      <ol class="timeline">
        {buildTimeline(testimony, user.role, new Date()).map(entry => (
          <TimelineItem key={`${entry.text} ${entry.at} ${entry.parameters.name}`} entry={entry} />
        ))}
      </ol>
    </Card>
  );
}

function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const { t, money, time, date } = useTexts();
  const { text, at, isExpected, tone, parameters } = entry;
  const { euros, ...others } = parameters;
  return (
    <li class={isExpected ? 'expected' : tone}>
      <span>{t(text, { ...others, ...(euros !== undefined && { amount: money(euros) }) })}</span>
      <span class="small">
        {isExpected ? t(at ? 'expected.by' : 'expected', { date: at ? date(at) : '' }) : at && time(at)}
      </span>
    </li>
  );
}
