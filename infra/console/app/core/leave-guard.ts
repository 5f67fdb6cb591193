/**
 * Warning before unsent input is lost: by the browser before the document is left or reloaded, and by a dialog of the
 * console before another of its pages opens (`LeaveDialog` in app.tsx).
 */
import { signal } from '@preact/signals';

type Guard = () => boolean;

const guards = new Set<Guard>();

/** Function that continues a navigation after the user has agreed to leave the page. */
export const pendingNavigation = signal<(() => void) | undefined>(undefined);

/**
 * Adds a guard, which returns whether input would be lost now.
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
