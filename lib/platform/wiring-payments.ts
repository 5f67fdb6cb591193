/** The payment provider, which uses Stripe's package. See wiring.ts. */
import { env, secrets } from './resources.ts';
import { stripePayments } from './stripe/payments.ts';
import { systemClock } from './system.ts';

export const payments = /* @__PURE__ */ stripePayments(env, secrets, systemClock);
