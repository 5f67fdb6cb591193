/** The platform's share of prices. */
import type { Pricing } from '../domain/ports/payments.ts';
import { type Environment, requireVariable } from './environment.ts';

export function readPricing(environment: Environment): Pricing {
  return {
    get commissionPercent() {
      return Number(requireVariable(environment, 'COMMISSION_PERCENT'));
    },
  };
}
