/** What the sandbox is asked to answer instead of doing its work, for all requests until it is chosen away. */
import { createStore } from './store.ts';

export const SIMULATED_FAILURES = ['none', '429', '503', 'slow'] as const;

export const simulatedFailure = createStore<(typeof SIMULATED_FAILURES)[number]>('none');

export const getFailureHeaders = (): Record<string, string> =>
  simulatedFailure.get() === 'none' ? {} : { 'x-sandbox-failure': simulatedFailure.get() };
