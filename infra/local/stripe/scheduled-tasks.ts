/** Runs scheduled tasks: sessions expire, funds become available, and payments and refunds settle. */
import { expireOpenSession } from './resources/checkout-sessions.ts';
import { settlePayment } from './resources/payments.ts';
import { settleRefund } from './resources/refunds.ts';
import type { ScheduledTask, StripeEmulator } from './types.ts';

type TaskHandler = (provider: StripeEmulator, task: ScheduledTask) => Promise<void> | undefined;

const TASK_HANDLERS: Readonly<Record<ScheduledTask['name'], TaskHandler>> = {
  'expire-session'(provider, { subject }) {
    const session = provider.store.find('checkout.session', subject);
    if (session?.status === 'open') expireOpenSession(provider, session);
    return undefined;
  },
  'release-funds'({ store }, { subject }) {
    store.update(store.get('balance_transaction', subject), { status: 'available' });
    return undefined;
  },
  'settle-payment': (provider, { subject, outcome }) =>
    outcome && settlePayment(provider, provider.store.get('checkout.session', subject), outcome),
  'settle-refund': (provider, { subject, outcome }) =>
    outcome && settleRefund(provider, provider.store.get('refund', subject), outcome),
};

/** Runs each due task once, oldest first. A call may start before the previous call ends. */
export async function runDueTasks(provider: StripeEmulator): Promise<void> {
  const { store, now } = provider;
  const dueTasks = store.list('task').filter(({ at }) => at <= now());
  for (const task of dueTasks.toSorted((one, other) => one.at - other.at)) {
    if (!store.find('task', task.id)) continue;
    store.remove(task);
    await TASK_HANDLERS[task.name](provider, task);
  }
}
