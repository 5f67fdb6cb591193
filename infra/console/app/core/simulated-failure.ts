/** Failure that the sandbox simulates for every request of this browser tab, as selected in the developers' drawer. */
import { createStore } from './store.ts';

export const SIMULATED_FAILURES = ['none', '429', '503', 'slow'] as const;

export const simulatedFailure = createStore<(typeof SIMULATED_FAILURES)[number]>('none');

export const getFailureHeaders = (): Record<string, string> =>
  simulatedFailure.get() === 'none' ? {} : { 'x-sandbox-failure': simulatedFailure.get() };
