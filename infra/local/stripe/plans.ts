/** What happens by itself when its time has come: sessions expire, slow payments and refunds end. */
import type { Plan } from './objects.ts';
import { settlePayment } from './payments.ts';
import type { Provider } from './provider.ts';
import { settleRefund } from './refunds.ts';
import { expire } from './sessions.ts';

const TASKS: Readonly<Record<Plan['task'], (provider: Provider, plan: Plan) => Promise<void>>> = {
  async 'expire-session'(provider, { about }) {
    const session = provider.store.find('checkout.session', about);
    if (session?.status === 'open') expire(provider, session);
  },
  async 'settle-payment'(provider, { about, ends }) {
    const session = provider.store.find('checkout.session', about);
    if (session) await settlePayment(provider, session, ends);
  },
  async 'settle-refund'(provider, { about, ends }) {
    const refund = provider.store.find('refund', about);
    if (refund) await settleRefund(provider, refund, ends);
  },
};

/** Does all whose time has come, oldest first, once: another round may begin before this one ends. */
export async function passTime(provider: Provider): Promise<void> {
  const due = provider.store.list('plan').filter(({ at }) => at <= provider.now());
  for (const plan of due.toSorted((one, other) => one.at - other.at)) {
    if (!provider.store.find('plan', plan.id)) continue;
    provider.store.remove(plan);
    await TASKS[plan.task](provider, plan);
  }
}
