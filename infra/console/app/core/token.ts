/** Bearer token of this browser tab (infra/decisions/0020-console-token.md). */
import { createSession } from '../../../client/runtime/index.ts';

export const tokenSession = createSession({ storage: sessionStorage });
