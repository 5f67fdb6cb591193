import { expect, inject, it } from 'vitest';
import { MINUTE } from '../../../../lib/durations.ts';
import { createJpeg, createPng } from '../../../support/builders.ts';
import { isDynamoOperation, startFaultProxy } from '../../../support/fake-server.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { startService } from '../../../support/start-service.ts';

it("opening an expert's identity scans returns two links valid for five minutes and is audited", async () => {
  const service = await startService();
  const { id } = await service.registerExpert();
  await service.runJobs();

  const { status, body } = await service.get(`/operator/experts/${id}/documents`, asOperator);

  const side = {
    url: expect.stringContaining('X-Amz-Expires=300'),
    expiresAt: expect.any(String),
    check: expect.objectContaining({ decodes: false }),
  };
  expect({ status, body }).toEqual({ status: 200, body: { data: { front: side, back: side } } });
  const { front, back } = body.data;
  const left = Date.parse(front.expiresAt) - service.deps.clock.now().getTime();
  expect(left).toBeGreaterThan(4 * MINUTE);
  expect(left).toBeLessThanOrEqual(5 * MINUTE);
  const [first, second] = await Promise.all([fetch(front.url), fetch(back.url)]);
  expect(Buffer.from(await first.arrayBuffer())).toEqual(Buffer.from(await createJpeg().arrayBuffer()));
  expect(Buffer.from(await second.arrayBuffer())).toEqual(Buffer.from(await createPng().arrayBuffer()));
  const { audit } = (await service.get(`/operator/experts/${id}`, asOperator)).body.data;
  expect(audit).toEqual([expectedAuditEntry('documents opened')]);
});

it('the links to identity scans still work after a job has moved the scans', async () => {
  const service = await startService();
  const { id } = await service.registerExpert();
  const open = () => service.get(`/operator/experts/${id}/documents`, asOperator);

  const early = await open();
  await service.runJobs();

  expect([early.status, early.headers['x-error-code']]).toEqual([409, 'not-scanned-yet']);
  expect((await fetch((await open()).body.data.front.url)).status).toBe(200);
});

it('identity scans cannot be opened when the audit entry cannot be written', async () => {
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    isDynamoOperation('PutItem', call) && call.body.includes('AUDIT#') ? 'hang up' : undefined,
  );
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const { id } = await service.registerExpert();

  const { status, body } = await service.get(`/operator/experts/${id}/documents`, asOperator);

  expect([status, Object.keys(body)]).toEqual([503, ['message']]);
});
