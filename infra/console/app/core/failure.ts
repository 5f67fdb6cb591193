/** What the sandbox is asked to answer instead of doing its work, for all requests until it is chosen away. */
import { createStore } from './store.ts';

export const FAILURES = ['none', '429', '503', 'slow'] as const;

export const failure = createStore<(typeof FAILURES)[number]>('none');

export const failureHeaders = (): Record<string, string> =>
  failure.get() === 'none' ? {} : { 'x-sandbox-failure': failure.get() };
