/** Unit of work that refuses writes which break an invariant of money (lib/domain/money/invariants.ts). */
import { DomainError } from '../errors.ts';
import type { Alarms } from '../ports/services.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { findUnattendedMoney } from './invariants.ts';

/** Error for a write that would have left an open amount without a list, a date or a job. Nothing was written. */
export class UnattendedMoneyError extends DomainError {
  override readonly name = 'UnattendedMoney';

  constructor(facts: readonly string[]) {
    super('unavailable');
    this.message = facts.join('; ');
  }
}

/**
 * Checks the changes before they are committed.
 * @returns a unit of work whose commits alert the operators and throw `UnattendedMoneyError` when they break an invariant
 */
export function refuseUnattendedMoney(unitOfWork: UnitOfWork, alarms: Alarms): UnitOfWork {
  return {
    async commit(changes, record) {
      const found = findUnattendedMoney(changes);
      const [first] = found;
      if (!first) return unitOfWork.commit(changes, record);
      alarms.raise('money unattended', { testimonyId: first.testimonyId });
      throw new UnattendedMoneyError(found.map(({ facts }) => facts));
    },
  };
}
