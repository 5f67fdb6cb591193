/** The payment provider, by Stripe's own package: see wiring.ts. */
import type { World } from '../domain/ports/world.ts';
import { env, secrets } from './opened.ts';
import { stripePayments } from './stripe.ts';
import { systemClock } from './system.ts';

export const payments: World['payments'] = /* @__PURE__ */ stripePayments(env, secrets, systemClock);
