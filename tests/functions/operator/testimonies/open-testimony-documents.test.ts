/** Tests of GET /api/v1/operator/testimonies/{id}/documents (infra/docs/api/operators.md). */
import { beforeAll, expect, inject, it } from 'vitest';
import { MINUTE } from '../../../../lib/durations.ts';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { isDynamoOperation, startFaultProxy } from '../../../support/fake-server.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import {
  type AssignedTestimony,
  createPaidOutTestimony,
  createWaitingTestimony,
  setDocumentCheck,
  simulateAndSync,
} from '../../../support/payouts.ts';
import { assertSuccess, type Market, startMarket } from '../../../support/start-market.ts';
import { documentBody, PDF } from '../../../support/testimony-builders.ts';

const CORRECTED = `${PDF}\n% corrected`;

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const openDocuments = (id: string, { service }: Market = market) =>
  service.get(`/operator/testimonies/${id}/documents`, asOperator);
const listAudit = ({ testimony }: AssignedTestimony) => market.service.deps.audit.list(testimony.id);

async function createComplaint(where = market): Promise<AssignedTestimony> {
  const sale = await createWaitingTestimony(where);
  assertSuccess(await sale.client.complainAboutTestimony(sale.testimony.id));
  return sale;
}

it('an operator gets audited links, valid for five minutes, to all versions of a delivered document', async () => {
  const sale = await createComplaint();
  assertSuccess(
    await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody(CORRECTED)),
  );

  const { status, body } = await openDocuments(sale.testimony.id);

  const version = {
    deliveredAt: expect.stringMatching(/Z$/),
    url: expect.stringContaining('X-Amz-Expires=300'),
    fileName: `znalecky-posudok-${sale.testimony.id}.pdf`,
    expiresAt: expect.any(String),
  };
  expect({ status, body }).toEqual({ status: 200, body: { data: { versions: [version, version] } } });
  const [first, second] = body.data.versions;
  expect(Date.parse(first.expiresAt) - market.service.deps.clock.now().getTime()).toBeLessThanOrEqual(
    5 * MINUTE,
  );
  const read = async ({ url }: { url: string }) => (await fetch(url)).text();
  expect([await read(first), await read(second)]).toEqual([PDF, CORRECTED]);
  expect(await listAudit(sale)).toMatchObject([expectedAuditEntry('documents opened')]);
});

it('delivered documents can be opened during a dispute, for a held payout and after a complaint', async () => {
  const [disputed, held, ended] = [
    await createPaidOutTestimony(market),
    await createWaitingTestimony(market),
    await createComplaint(),
  ];
  await simulateAndSync(market, disputed, 'dispute');
  await setDocumentCheck(market, held, 'unreadable');
  assertSuccess(await ended.client.confirmTestimony(ended.testimony.id));

  for (const { testimony } of [disputed, held, ended])
    expect(await openDocuments(testimony.id)).toMatchObject({ status: 200 });
});

it('an operator cannot open a document before the delivery or when there is nothing to decide', async () => {
  const [assigned, paidOut] = [await market.createAssignedTestimony(), await createPaidOutTestimony(market)];

  for (const sale of [assigned, paidOut]) {
    expect(await openDocuments(sale.testimony.id)).toMatchObject(WRONG_STATE);
    expect(await listAudit(sale)).toEqual([]);
  }
});

it('delivered documents cannot be opened when the audit entry cannot be written', async () => {
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    isDynamoOperation('PutItem', call) && call.body.includes('AUDIT#') ? 'hang up' : undefined,
  );
  const broken = await startMarket({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const sale = await createComplaint(broken);

  const { status, body } = await openDocuments(sale.testimony.id, broken);

  expect([status, Object.keys(body)]).toEqual([503, ['message']]);
});
