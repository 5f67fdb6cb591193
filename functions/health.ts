/**
 * GET /api/v1/health
 *
 * Answers when the service takes requests. Touches nothing, so it says nothing of the parts behind.
 */
import { anyone } from '../lib/http/access.ts';
import { ok } from '../lib/http/answer.ts';
import { endpoint } from '../lib/http/endpoint.ts';
import { lambdaHandler } from '../lib/http/lambda.ts';

export const health = endpoint({
  deps: {},
  access: anyone,
  response: { status: 200, data: 'Health' },
  async handle() {
    return ok({ status: 'ok' as const });
  },
});

export const handler = lambdaHandler(health);
