import { randomUUID } from 'node:crypto';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { createJob } from '../../../lib/domain/changes.ts';
import { approveExpert } from '../../../lib/domain/experts/approval.ts';
import type { Expert } from '../../../lib/domain/model/accounts/account.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { saveAccount } from '../../support/commit-changes.ts';
import { isDynamoOperation, startFaultProxy } from '../../support/fake-server.ts';
import { listItems } from '../../support/inspect-store.ts';
import { asOperator, expectedAuditEntry } from '../../support/operators.ts';
import { type Service, startService } from '../../support/start-service.ts';

const SUBJECT = 'Váš účet znalca bol schválený';

afterEach(() => vi.unstubAllEnvs());

/** Loads the handler as it is deployed, with the environment variables of the service under test. */
async function loadHandler(
  { deps }: Service,
  settings: Record<string, string> = { SANDBOX: 'true' },
): Promise<(event: { expertId: string }) => Promise<void>> {
  for (const [name, value] of Object.entries({ ...deps.environment, ...settings })) vi.stubEnv(name, value);
  vi.resetModules();
  const { handler } = await import('../../../functions/approvals/approve-expert.ts');
  return event => handler(event, { awsRequestId: randomUUID() });
}

async function countApprovalMails(service: Service, address: string): Promise<number> {
  await service.runJobs();
  return (await service.listMailsTo(address)).filter(({ subject }) => subject === SUBJECT).length;
}

it('the approval job approves the expert, accepts the identity documents, is audited and sends a mail', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { id: expertId, token } = await service.registerExpert({ email });

  await (await loadHandler(service))({ expertId });

  const { approved, identityReview } = (await service.get('/me', { token })).body.data;
  expect({ approved, identityReview }).toEqual({ approved: true, identityReview: 'accepted' });
  expect(await countApprovalMails(service, email)).toBe(1);
  expect((await service.get(`/operator/experts/${expertId}`, asOperator)).body.data.audit).toEqual([
    { ...expectedAuditEntry('approved in sandbox'), who: 'sandbox' },
  ]);
});

it('the approval job approves an expert but leaves rejected identity documents rejected', async () => {
  const service = await startService();
  const { id: expertId, token } = await service.registerExpert();
  const approve = await loadHandler(service);
  await service.post('/sandbox/me/identity-review', { decision: 'rejected' }, { token });

  await approve({ expertId });

  const { approved, identityReview } = (await service.get('/me', { token })).body.data;
  expect({ approved, identityReview }).toEqual({ approved: true, identityReview: 'rejected' });
});

it('the approval function throws an error when SANDBOX is off', async () => {
  const service = await startService();
  const { id: expertId, token } = await service.registerExpert();
  const approve = await loadHandler(service, { SANDBOX: 'false' });

  await expect(approve({ expertId })).rejects.toThrow('Only the sandbox approves by itself.');

  expect((await service.get('/me', { token })).body.data).toMatchObject({
    approved: false,
    identityReview: 'pending',
  });
});

it.each(['approvals/approve-expert', 'jobs/deliver', 'jobs/sweep', 'auth/register-expert'])(
  'the function %s does not start in production with SANDBOX on',
  async name => {
    const { deps } = await startService();
    const settings = { ...deps.environment, STAGE: 'production', SANDBOX: 'true' };
    for (const [setting, value] of Object.entries(settings)) vi.stubEnv(setting, value);
    vi.resetModules();

    const file = new URL(`../../../functions/${name}.ts`, import.meta.url);
    await expect(import(file.href)).rejects.toThrow('The production stage cannot start with SANDBOX on.');
  },
);

it('a second run of the approval job changes nothing', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { id: expertId } = await service.registerExpert({ email });
  const approve = await loadHandler(service);
  await approve({ expertId });
  const before = await listItems(service.deps);

  await approve({ expertId });

  expect(await listItems(service.deps)).toEqual(before);
  expect(await countApprovalMails(service, email)).toBe(1);
});

it('ten concurrent invocations of the approval function approve the expert only once', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { id: expertId } = await service.registerExpert({ email });
  const approve = await loadHandler(service);

  await Promise.all(Array.from({ length: 10 }, () => approve({ expertId })));

  expect(await service.deps.accounts.find(expertId)).toMatchObject({
    approval: { granted: true },
    version: 2,
  });
  expect(await countApprovalMails(service, email)).toBe(1);
});

it.each(['01890000-0000-7000-8000-000000000000', 'x'])(
  'the approval function throws not-found for the unknown expert id %s',
  async expertId => {
    const service = await startService();

    await expect((await loadHandler(service))({ expertId })).rejects.toThrow('not-found');

    expect(await listItems(service.deps)).toEqual([]);
  },
);

it('the approval job completes without an error when the account was closed in the meantime', async () => {
  const service = await startService({ SANDBOX: 'true' });
  const { id, token } = await service.registerExpert();
  await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });
  const job = createJob({ kind: 'approve-expert', expertId: id }, service.deps);
  await service.deps.jobs.add(job);

  await service.runJobs();

  expect(await service.deps.jobs.find(job.id)).toMatchObject({ attempts: 1, doneAt: expect.any(String) });
});

it('the approval job does not approve an expert whose approval an operator has revoked', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { id: expertId, token } = await service.registerExpert({ email });
  const expert = (await service.deps.accounts.find(expertId)) as Expert;
  await saveAccount(service.deps, expert, { ...expert, approval: { ...expert.approval, revoked: true } });

  await (await loadHandler(service))({ expertId });

  expect((await service.get('/me', { token })).body.data.approved).toBe(false);
  expect(await countApprovalMails(service, email)).toBe(0);
});

it('the approval job keeps a change of the account that is written while the job runs', async () => {
  const service = await startService();
  const { id } = await service.registerExpert();
  const expert = (await service.deps.accounts.find(id)) as Expert;
  const { accounts } = service.deps;
  let disturbed = false;
  const disturbing: typeof accounts = {
    ...accounts,
    async find(userId) {
      const found = await accounts.find(userId);
      if (!disturbed) await saveAccount(service.deps, expert, { ...expert, firstName: 'Eva' });
      disturbed = true;
      return found;
    },
  };

  await approveExpert(id, { ...service.deps, accounts: disturbing });

  expect(await accounts.find(id)).toMatchObject({
    firstName: 'Eva',
    approval: { granted: true },
    version: 3,
  });
});

it('the approval function throws an error when DynamoDB drops the connection of its transaction', async () => {
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    isDynamoOperation('TransactWriteItems', call) && call.body.includes('expert-approved')
      ? 'hang up'
      : undefined,
  );
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const { id: expertId } = await service.registerExpert();

  await expect((await loadHandler(service))({ expertId })).rejects.toThrow();
});
