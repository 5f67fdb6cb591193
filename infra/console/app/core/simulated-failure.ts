/** Failure that the sandbox simulates for every request of this browser tab, as selected in the developers' drawer. */
import { signal } from '@preact/signals';

export const SIMULATED_FAILURES = ['none', '429', '500', '503', 'slow'] as const;

export const simulatedFailure = signal<(typeof SIMULATED_FAILURES)[number]>('none');

export const getFailureHeaders = (): Record<string, string> =>
  simulatedFailure.value === 'none' ? {} : { 'x-sandbox-failure': simulatedFailure.value };
