/** Runs scheduled tasks: sessions expire, funds become available, and refunds are completed. */
import { expireOpenSession } from './resources/checkout-sessions.ts';
import { completeFundedRefunds, completeRefund } from './resources/refund-completion.ts';
import type { ScheduledTask, StripeEmulator } from './types.ts';

type TaskHandler = (provider: StripeEmulator, task: ScheduledTask) => void;

const TASK_HANDLERS: Readonly<Record<ScheduledTask['name'], TaskHandler>> = {
  'expire-session'(provider, { subject }) {
    const session = provider.store.find('checkout.session', subject);
    if (session?.status === 'open') expireOpenSession(provider, session);
  },
  'release-funds'({ store }, { subject }) {
    store.update(store.get('balance_transaction', subject), { status: 'available' });
  },
  'complete-refund'(provider, { subject, outcome }) {
    if (outcome) completeRefund(provider, provider.store.get('refund', subject), outcome);
  },
};

/** Runs each due task once, oldest first. Then refunds that waited for money are completed if possible. */
export function runDueTasks(provider: StripeEmulator): void {
  const { store, now } = provider;
  const dueTasks = store.list('task').filter(({ at }) => at <= now());
  for (const task of dueTasks.toSorted((one, other) => one.at - other.at)) {
    store.remove(task);
    TASK_HANDLERS[task.name](provider, task);
  }
  completeFundedRefunds(provider);
}
