/** Finds the next step of a testimony for its client, its expert or another expert. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import type { NextStep } from './next-step.ts';
import { findClientStep } from './next-step-of-client.ts';
import { findExpertStep } from './next-step-of-expert.ts';

export function findNextStep(testimony: Testimony, user: User, now: Date): NextStep {
  return user.role === 'client' ? findClientStep(testimony, user, now) : findExpertStep(testimony, user, now);
}
