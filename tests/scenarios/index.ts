/** Scenarios by the names of their functions. A function without an entry has the defaults of `completeScenario`. */
import { ACCOUNT_SCENARIOS } from './accounts.ts';
import { JOB_SCENARIOS } from './jobs.ts';
import { OPERATOR_SCENARIOS } from './operators.ts';
import { PARTNER_SCENARIOS } from './partners.ts';
import type { Scenario } from './scenario.ts';
import { TESTIMONY_SCENARIOS } from './testimonies.ts';

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...ACCOUNT_SCENARIOS,
  ...JOB_SCENARIOS,
  ...OPERATOR_SCENARIOS,
  ...PARTNER_SCENARIOS,
  ...TESTIMONY_SCENARIOS,
};
