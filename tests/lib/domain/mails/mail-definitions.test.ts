/** Tests of facts that mails read from the testimony at the time of sending. */
import { expect, it } from 'vitest';
import { MAIL_DEFINITIONS } from '../../../../lib/domain/mails/mail-definitions.ts';
import type { User } from '../../../../lib/domain/model/accounts/account.ts';
import type { Job } from '../../../../lib/domain/model/jobs/job.ts';
import { renderMail } from '../../../../lib/mail/render.ts';
import { createPaidTestimony } from '../../../support/paid-testimony.ts';
import { SAMPLE_SETTINGS } from '../../mail/sample-mails.ts';

it.each([
  ['is on its way', 'refunding', 'Celá platba sa vám vráti.'],
  ['has arrived', 'refunded', 'Celá platba sa vám už vrátila.'],
] as const)('the mail about a cancellation tells the client that the refund %s', async (_, status, words) => {
  const { deps } = createPaidTestimony({ status });
  const name = 'cancelled-by-platform';
  const task = { kind: 'mail', mail: name, userId: 'client', testimonyId: 'testimony' } as const;

  const facts = await MAIL_DEFINITIONS[name].loadFacts({ role: 'client' } as User, task, deps, {} as Job);

  if (!facts) throw new Error('the mail must be sent');
  expect(renderMail({ name, firstName: 'Peter', ...facts }, SAMPLE_SETTINGS).text).toContain(words);
});
