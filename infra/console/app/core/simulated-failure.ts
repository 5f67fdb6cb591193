/** Failure that the sandbox simulates for every request of this tab, until the user selects another one or none. */
import { createStore } from './store.ts';

export const SIMULATED_FAILURES = ['none', '429', '503', 'slow'] as const;

export const simulatedFailure = createStore<(typeof SIMULATED_FAILURES)[number]>('none');

export const getFailureHeaders = (): Record<string, string> =>
  simulatedFailure.get() === 'none' ? {} : { 'x-sandbox-failure': simulatedFailure.get() };
