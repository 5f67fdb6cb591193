import { expect, it } from 'vitest';
import { approveExpert } from '../../../lib/domain/experts/approval.ts';
import { createLambdaClient } from '../../../lib/platform/aws/clients.ts';
import { createLambdaApproval } from '../../../lib/platform/aws/experts/automatic-approval.ts';
import type { Environment } from '../../../lib/platform/environment.ts';
import { uniqueEmail } from '../../support/builders.ts';
import { type FakeResponse, startFakeServer } from '../../support/fake-server.ts';
import { type Service, startService } from '../../support/start-service.ts';
import type { TestDependencies } from '../../support/test-dependencies.ts';

const VERIFY = 'Overte svoju e-mailovú adresu';
const APPROVED = 'Váš účet znalca bol schválený';
const UNHANDLED: FakeResponse = { status: 200, headers: { 'x-amz-function-error': 'Unhandled' }, body: '{}' };

/**
 * Starts a sandbox whose approval function returns the given response. By default, the function approves the expert.
 */
async function startSandboxService(behaviour?: FakeResponse): Promise<Service> {
  let deps: TestDependencies | undefined;
  const lambda = await startFakeServer(async ({ body }) => {
    if (behaviour || !deps) return behaviour ?? UNHANDLED;
    await approveExpert(JSON.parse(body.toString()).expertId, deps);
    return { status: 200, body: 'null' };
  });
  const openClient = (environment: Environment) =>
    createLambdaClient(environment, { attempts: 1, timeoutMs: behaviour === 'hang' ? 50 : 2000 });
  const service = await startService({ SANDBOX: 'true', AWS_ENDPOINT_URL_LAMBDA: lambda.url }, initial => ({
    automaticApproval: createLambdaApproval(initial.environment, openClient),
  }));
  deps = service.deps;
  return service;
}

async function getApproval(service: Service, token: string) {
  const { approved, identityReview } = (await service.get('/me', { token })).body.data;
  return { approved, identityReview };
}

async function listSortedSubjects(service: Service, address: string): Promise<string[]> {
  return (await service.listMailsTo(address)).map(({ subject }) => subject).sort();
}

it.each<[string, FakeResponse]>([
  ['fails', UNHANDLED],
  ['does not respond', 'hang'],
])(
  'a job approves the expert later when the approval function %s during the registration',
  async (_, behaviour) => {
    const service = await startSandboxService(behaviour);
    const email = uniqueEmail();

    const { token } = await service.registerExpert({ email });

    expect(await getApproval(service, token)).toEqual({ approved: false, identityReview: 'pending' });
    await service.runJobs();
    expect(await getApproval(service, token)).toEqual({ approved: true, identityReview: 'accepted' });
    await service.runJobs();
    expect(await listSortedSubjects(service, email)).toEqual([VERIFY, APPROVED].sort());
  },
);
