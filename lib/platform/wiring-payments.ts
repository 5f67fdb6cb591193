/** The payment provider. It uses Stripe's package (see wiring.ts). */
import { dynamoCheckouts } from './aws/payments/checkouts.ts';
import { env, secrets, table } from './resources.ts';
import { createPayments } from './sandbox-payments.ts';
import { stripeEvents } from './stripe/events.ts';
import { systemClock } from './system.ts';

export const payments = /* @__PURE__ */ createPayments(env, secrets, dynamoCheckouts(table));
export const paymentEvents = /* @__PURE__ */ stripeEvents(secrets, systemClock);
