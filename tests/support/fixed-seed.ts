/**
 * Setup of all tests that makes random inputs the same in every run. `TEST_SEED` selects other inputs. A
 * failing test prints its seed, so that `TEST_SEED` can reproduce the failure.
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env.TEST_SEED ?? 29) });
