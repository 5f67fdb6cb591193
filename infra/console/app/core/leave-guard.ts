/**
 * Warns users before unsent input is lost. The browser shows the warning before the document is left or reloaded. A
 * dialog of the console (`LeaveDialog` in app.tsx) shows the warning before another page of the console opens.
 */
import { signal } from '@preact/signals';

type Guard = () => boolean;

const guards = new Set<Guard>();

/**
 * Function that continues a navigation when the user agrees to leave the page. It is undefined while no navigation
 * waits for the user.
 */
export const pendingNavigation = signal<(() => void) | undefined>(undefined);

/**
 * Adds a guard: a function that returns whether leaving the page now would lose input.
 * @returns a function that removes the guard
 */
export function addLeaveGuard(guard: Guard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

export const hasUnsentInput = (): boolean => [...guards].some(guard => guard());

/** Calls `leave` at once when no input would be lost, otherwise after the user has agreed. */
export function leaveSafely(leave: () => void): void {
  if (hasUnsentInput()) pendingNavigation.value = leave;
  else leave();
}

export function decideNavigation(isLeaving: boolean): void {
  const leave = pendingNavigation.value;
  pendingNavigation.value = undefined;
  if (isLeaving) leave?.();
}

export function startLeaveGuard(): void {
  addEventListener('beforeunload', event => {
    if (!hasUnsentInput()) return;
    event.preventDefault();
    // Chrome before version 119 shows the warning only if this property is set.
    event.returnValue = true;
  });
}
