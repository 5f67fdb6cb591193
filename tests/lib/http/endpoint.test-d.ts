/** What the compiler refuses: needs are named once, and everything is checked against them. */
import * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import type { World } from '../../../lib/domain/ports/world.ts';
import { anyone, signedIn } from '../../../lib/http/access.ts';
import { noContent, ok } from '../../../lib/http/answer.ts';
import { nothing, one } from '../../../lib/http/answers/success.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { byKey } from '../../../lib/http/idempotency.ts';
import { edgeOf, handlerOf } from '../../../lib/http/lambda.ts';
import { perSource } from '../../../lib/http/rate-limit.ts';

declare const world: World;
const { clock, limiter, tokens, traces } = world;
const edge = edgeOf({});
const story = { answer: nothing, run: async () => noContent() };

describe('an endpoint', () => {
  it('takes what it names', () => {
    const complete = endpoint({
      needs: { limiter, tokens, traces },
      access: signedIn,
      limit: perSource('mails'),
      answer: nothing,
      async run({ caller }, needs) {
        expectTypeOf(caller.user.role).toEqualTypeOf<'client' | 'expert'>();
        expectTypeOf(needs).toEqualTypeOf<Pick<World, 'limiter' | 'tokens' | 'traces'>>();
        return noContent();
      },
    });
    expectTypeOf(complete.needs).toEqualTypeOf<Pick<World, 'limiter' | 'tokens' | 'traces'>>();
  });

  it('lets nobody in without the tokens that it would have to look up', () => {
    // @ts-expect-error: access asks for tokens
    endpoint({ ...story, needs: { clock }, access: signedIn });
  });

  it('counts nobody without a limiter', () => {
    // @ts-expect-error: the limit asks for a limiter
    endpoint({ ...story, needs: { clock }, access: anyone, limit: perSource('mails') });
  });

  it('keeps no answers without a place for them', () => {
    // @ts-expect-error: a key asks for the answers given before
    endpoint({ ...story, needs: { clock }, access: anyone, idempotent: byKey });
  });

  it('tells no story with what it has not named', () => {
    endpoint({
      needs: { clock },
      access: anyone,
      answer: nothing,
      async run(_, needs) {
        // @ts-expect-error: nobody named the accounts
        await needs.accounts.find('');
        return noContent();
      },
    });
  });

  it('answers as declared', () => {
    // @ts-expect-error: a text where a number was promised
    endpoint({ needs: {}, access: anyone, answer: one(v.number()), run: async () => ok('one') });
    // @ts-expect-error: an answer where none was promised
    endpoint({ needs: {}, access: anyone, answer: nothing, run: async () => ok(1) });
  });
});

describe('the fakes of a test', () => {
  const counted = endpoint({
    ...story,
    needs: { clock, limiter, traces },
    access: anyone,
    limit: perSource('mails'),
  });

  it('are complete', () => {
    handlerOf(counted, { clock, limiter, traces }, edge);
    // @ts-expect-error: the limiter is missing
    handlerOf(counted, { clock, traces }, edge);
  });

  it('are of the right type', () => {
    // @ts-expect-error: this clock knows no Date
    handlerOf(counted, { clock: { now: () => 0 }, limiter, traces }, edge);
  });
});
