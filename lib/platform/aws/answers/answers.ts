/** Kept answers in the table. They count for 24 hours, whenever the table removes them. */
import { timingSafeEqual } from 'node:crypto';
import type { GivenAnswer, KeptAnswer } from '../../../domain/model/kept-answer.ts';
import type { Answers } from '../../../domain/ports/answers.ts';
import type { Clock } from '../../../domain/ports/outside.ts';
import type { Secrets } from '../../secrets.ts';
import { readOne, type Table } from '../table/table.ts';
import { answerKey } from './answer-writes.ts';
import { idOf, macOf, seal, unseal } from './sealing.ts';

const KEPT_MS = 24 * 3600_000;

export function dynamoAnswers(table: Table, clock: Clock, secrets: Secrets): Answers {
  return {
    async find(request) {
      const kept = await readOne<KeptAnswer>(table, answerKey({ id: idOf(request), userId: request.userId }));
      if (!kept || kept.keptUntil <= clock.now().toISOString()) return undefined;
      const secret = await secrets('link-key');
      const mac = Buffer.from(kept.contentMac, 'base64');
      if (!timingSafeEqual(mac, macOf(request, secret))) return 'of another request';
      return JSON.parse(unseal(kept.sealed, request, secret)) as GivenAnswer;
    },

    async keep(request, { status, body }) {
      const secret = await secrets('link-key');
      const now = clock.now();
      return {
        id: idOf(request),
        userId: request.userId,
        contentMac: macOf(request, secret).toString('base64'),
        sealed: seal(JSON.stringify({ status, body }), request, secret),
        keptFrom: now.toISOString(),
        keptUntil: new Date(now.getTime() + KEPT_MS).toISOString(),
      };
    },
  };
}
