/** Tests of GET /api/v1/operator/partners (infra/docs/api/operators.md#partners). */
import { expect, it } from 'vitest';
import { asOperator } from '../../../support/operators.ts';
import { registerPartner } from '../../../support/partners.ts';
import { startService } from '../../../support/start-service.ts';

it('operators list all partners in pages, oldest first, with the states of their webhooks but without their keys', async () => {
  const service = await startService({ SANDBOX: 'true' });
  const [first, second] = [await registerPartner(service), await registerPartner(service)];

  const webhook = { url: 'https://portal.sk/webhooks', types: ['mail.sent'] };
  await service.put('/partner', { webhook }, { token: second.key });

  const page = await service.get('/operator/partners?limit=1', asOperator);
  const { next_cursor: cursor } = page.body.meta;
  const rest = await service.get(`/operator/partners?cursor=${cursor}`, asOperator);

  expect(page.body.data).toEqual([
    {
      id: first.id,
      name: 'Realitný portál',
      frontendUrl: 'https://test.portal.sk',
      email: expect.any(String),
      createdAt: expect.any(String),
      disabledAt: null,
      webhookState: null,
    },
  ]);
  expect(rest.body.data).toMatchObject([{ id: second.id, webhookState: 'unconfirmed' }]);
});
