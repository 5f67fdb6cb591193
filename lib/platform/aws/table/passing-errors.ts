/** What the table says no with for a moment only, by name: nothing was written, and trying again may help. */

/** It has too much to do. As errors, and as reasons of a cancelled transaction. */
const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/** Somebody else holds the item, or our own commit is still under way. */
const HELD = new Set([
  'TransactionConflict',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

export const isHeld = (name: string): boolean => HELD.has(name);

export const mayPass = (name: string): boolean => isHeld(name) || THROTTLED.has(name);
