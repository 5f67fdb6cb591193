/** Tests of POST /api/v1/operator/users/{id}/export (infra/docs/api/operators.md#closing-and-exporting-an-account). */
import { beforeEach, expect, it } from 'vitest';
import { addTokens } from '../../../support/add-tokens.ts';
import { listSubjects } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';
import { documentBody } from '../../../support/testimony-builders.ts';

const REASON = 'Žiadosť polície č. 7.';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const exportUser = (id: string, body: object = { reason: REASON }, call: object = asOperator) =>
  market.service.post(`/operator/users/${id}/export`, body, call);

it.each(['client', 'expert'] as const)(
  "an operator's export of a user equals the user's own export (%s)",
  async role => {
    const sale = await market.createAssignedTestimony();
    await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
    await market.runJobs();
    const person = sale[role];
    const own = (await person.exportData()).body.data;

    const { status, body } = await exportUser(person.id);

    // The two exports differ in the signatures of links and in the times of expiry and of last use. Only the user's own
    // export marks the current token.
    const normalize = (data: object) =>
      JSON.parse(
        JSON.stringify(data)
          .replace(/\?[^"]*X-Amz-[^"]*/g, '')
          .replace(/"expiresAt":"[^"]*"/g, '"expiresAt":""')
          .replace(/"lastUsedAt":"[^"]*"/g, '"lastUsedAt":""')
          .replaceAll('"current":true', '"current":false'),
      );
    expect(status).toBe(200);
    expect(normalize(body.data)).toEqual({ ...normalize(own), audit: [] });
  },
);

it("an operator's export is audited with its reason, and the user gets no mail", async () => {
  const client = await market.createClient();
  await market.runJobs();
  const before = await listSubjects(client.email);

  await exportUser(client.id);

  await market.runJobs();
  expect(await listSubjects(client.email)).toEqual(before);
  expect(await market.service.deps.audit.list(client.id)).toMatchObject([
    expectedAuditEntry('data exported', REASON),
  ]);
});

it('further pages of an export are returned only to the operator who started it', async () => {
  const client = await market.createClient();
  await addTokens(market.service.deps, client.id, 600);

  const first = (await exportUser(client.id)).body;
  const cursor = first.meta.next_cursor;
  const second = (await exportUser(client.id, { cursor })).body;

  expect(first.data.tokens.length + second.data.tokens.length).toBeGreaterThan(600);
  expect(second.meta.next_cursor).toBeNull();
  expect(await market.service.deps.audit.list(client.id)).toHaveLength(1);
  const other = { operator: 'arn:aws:iam::000000000000:user/other' };
  expect(await exportUser(client.id, { cursor }, other)).toMatchObject({ status: 400 });
  expect(await exportUser(client.id, { cursor: `${cursor}x` })).toMatchObject({ status: 400 });
});
