/** Saying no to whoever asks too often. The numbers are in `model/limit.ts`. */
import { Refusal } from './errors.ts';
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
export async function countOrRefuse(hits: readonly Hit[], needs: Pick<World, 'limiter'>): Promise<void> {
  const { exceeded } = await needs.limiter.count(hits);
  if (exceeded) throw new LimitExceeded(exceeded);
}
