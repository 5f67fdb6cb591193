/**
 * Setup of all tests that makes random inputs the same in every run. `TEST_SEED` selects other inputs, and reproduces a
 * failure, which prints its seed.
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env.TEST_SEED ?? 29) });
