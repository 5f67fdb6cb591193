/** Probes of the deep health check. They use the packages of SES and Stripe (see wiring.ts). */
import { createHealthProbes } from './aws/health-probes.ts';
import { bucket, env, table } from './resources.ts';
import { clock } from './wiring.ts';
import { payments } from './wiring-payments.ts';

export const healthProbes = /* @__PURE__ */ createHealthProbes(table, bucket, payments, env, clock);
