import { beforeEach, expect, it } from 'vitest';
import { uniqueEmail } from '../../support/builders.ts';
import { countMails } from '../../support/find-mails.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/sandbox/me/approval/toggle';
const OPERATOR = 'arn:aws:iam::000000000000:user/local';

let service: Service;
let email: string;
let token: string;
let id: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ token, id } = await service.registerExpert({ email }));
});

const toggleApproval = async () => {
  const { status, body } = await service.post(PATH, undefined, { token });
  return { status, body };
};
const showMe = async () => (await service.get('/me', { token })).body.data;
const isApproved = async () => (await showMe()).approved;
const toggleResponse = (state: string) => ({
  status: 200,
  body: { data: { message: `Expert is now ${state}.` } },
});
const setApproval = (approved: boolean, reason = 'Preto.') =>
  service.put(`/operator/experts/${id}/approval`, { approved, reason }, { operator: OPERATOR });

it('the sandbox toggle approves an expert and revokes the approval in turn, and sends a mail for each approval', async () => {
  expect(await toggleApproval()).toEqual(toggleResponse('approved'));
  expect(await isApproved()).toBe(true);
  expect(await toggleApproval()).toEqual(toggleResponse('unapproved'));
  expect(await showMe()).toMatchObject({ approved: false, approvalRevoked: true });
  await service.runJobs();
  expect(await countMails('approved', email)).toBe(1);

  expect(await toggleApproval()).toEqual(toggleResponse('approved'));
  expect(await isApproved()).toBe(true);
  await service.runJobs();
  expect(await countMails('approved', email)).toBe(2);
});

it('the sandbox toggle overrides both an approval and a revocation by an operator', async () => {
  await setApproval(true);
  expect(await toggleApproval()).toEqual(toggleResponse('unapproved'));
  await setApproval(true);
  await setApproval(false);
  expect(await toggleApproval()).toEqual(toggleResponse('approved'));
});

it('at least one of three concurrent sandbox toggles reports the final approval state', async () => {
  const responses = await Promise.all([toggleApproval(), toggleApproval(), toggleApproval()]);

  expect(responses.every(({ status }) => status === 200)).toBe(true);
  const last = (await isApproved()) ? 'approved' : 'unapproved';
  expect(responses).toContainEqual(toggleResponse(last));
});

it('the sandbox toggle writes an audit entry that names the expert as its author', async () => {
  await toggleApproval();

  const { body } = await service.get(`/operator/experts/${id}`, { operator: OPERATOR });

  expect(body.data.audit).toEqual([
    {
      id: expect.any(String),
      who: `sandbox:${id}`,
      what: 'toggled in sandbox',
      why: null,
      when: expect.any(String),
    },
  ]);
});
