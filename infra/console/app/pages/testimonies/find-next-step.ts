import type { Testimony, User } from '../../../../client/runtime/index.ts';
import type { NextStep } from './next-step.ts';
import { findClientStep } from './next-step-of-client.ts';
import { findExpertStep } from './next-step-of-expert.ts';

export const findNextStep = (testimony: Testimony, user: User, now: Date): NextStep =>
  user.role === 'client' ? findClientStep(testimony, user, now) : findExpertStep(testimony, user, now);
