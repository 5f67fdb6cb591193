import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatDate, formatMoney, formatTime, t } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { Card } from '../../ui/page.tsx';
import type { UnfinishedPayment } from './begun-payment.ts';
import { buildTimeline, type TimelineEntry } from './timeline.ts';

interface TimelineCardProps {
  readonly testimony: Testimony;
  readonly user: User;
  /** Payment that was begun in this browser tab, which the API does not know about. */
  readonly payment: UnfinishedPayment | undefined;
}

export function TimelineCard({ testimony, user, payment }: TimelineCardProps) {
  const withdrawals = useWithdrawals(testimony, user);
  return (
    <Card title={t('timeline')}>
      <ol class="timeline">
        {buildTimeline(testimony, user.role, new Date(), { payment, withdrawals }).map(entry => (
          <TimelineItem key={`${entry.text} ${entry.at} ${entry.parameters.name}`} entry={entry} />
        ))}
      </ol>
    </Card>
  );
}

/** Loads the times of the withdrawals of a testimony's offers for its client, who does not see these offers. */
function useWithdrawals({ id, state, offers }: Testimony, { role }: User): string[] | undefined {
  const isNeeded = role === 'client' && state !== 'pending';
  return useResource(async signal => {
    if (!isNeeded) return [];
    const { data } = await api.listEvents({ query: { type: 'offer.withdrawn', limit: 100 }, signal });
    return data.filter(({ testimonyId }) => testimonyId === id).map(({ at }) => at);
  }, [id, state, ...offers.map(offer => offer.id)].join()).data;
}

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
