/** Saying no to whoever asks too often. The numbers are in `model/limit.ts`. */
import { Refusal } from './errors.ts';
import type { User } from './model/account.ts';
import type { Exceeded, Hit } from './model/limit.ts';
import type { World } from './ports/world.ts';

/** Says which limit, how large it is, and after how many seconds the next window begins. */
export class LimitExceeded extends Refusal {
  readonly exceeded: Exceeded;

  constructor(exceeded: Exceeded) {
    super('too-many-requests');
    this.exceeded = exceeded;
  }
}

/** @throws LimitExceeded */
export async function countOrRefuse(hit: Hit, needs: Pick<World, 'limiter'>): Promise<void> {
  const { exceeded } = await needs.limiter.count(hit);
  if (exceeded) throw new LimitExceeded(exceeded);
}

/** @returns the hit, to be given back where it should not have counted. @throws LimitExceeded */
export async function countForUser(
  limit: Hit['limit'],
  { id: key }: User,
  needs: Pick<World, 'clock' | 'limiter'>,
): Promise<Hit> {
  const hit = { limit, key, at: needs.clock.now() };
  await countOrRefuse(hit, needs);
  return hit;
}

/** A mail to an address (contract §6): those of each kind have a limit of their own. */
export function mailTo(address: string, mail: 'verify-email' | 'password-reset', at: Date): Hit {
  return { limit: 'mails-to-address', key: `${mail} ${address}`, at };
}

/** Counts nothing. @throws LimitExceeded where the hit would not be counted any more */
export async function refuseFull(hit: Hit, needs: Pick<World, 'limiter'>): Promise<void> {
  const { exceeded } = await needs.limiter.look(hit);
  if (exceeded) throw new LimitExceeded(exceeded);
}
