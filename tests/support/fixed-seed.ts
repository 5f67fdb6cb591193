/**
 * Setup of all tests: random inputs are the same in every run. `TEST_SEED` chooses others, and reproduces a failure,
 * which prints its seed.
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env.TEST_SEED ?? 29) });
