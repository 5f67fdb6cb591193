/** The payment provider. It uses Stripe's package (see wiring.ts). */
import { env, secrets } from './resources.ts';
import { stripeEvents } from './stripe/events.ts';
import { stripePayments } from './stripe/payments.ts';
import { systemClock } from './system.ts';

export const payments = /* @__PURE__ */ stripePayments(env, secrets);
export const paymentEvents = /* @__PURE__ */ stripeEvents(secrets, systemClock);
