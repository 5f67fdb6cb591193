/** Tests of provider events, which the provider's own library signs for the tests (infra/docs/api/payments.md). */

import { beforeEach, describe, expect, it } from 'vitest';
import type { Expert } from '../../../lib/domain/model/accounts/account.ts';
import { uniqueEmail } from '../../support/builders.ts';
import { clearOutput, readLogEvents, readOutput } from '../../support/captured-log.ts';
import { saveAccount } from '../../support/commit-changes.ts';
import { UNREACHABLE_URL } from '../../support/fake-server.ts';
import { countMails, countSubject } from '../../support/find-mails.ts';
import {
  accountUpdatedEvent,
  createPaymentAccount,
  sendEvent,
  sendSignedPayload,
  setAccountVerified,
  signPayload,
} from '../../support/payment-accounts.ts';
import { verifyEmailOf } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';

const ACCEPTED = { status: 204, body: undefined };
const INVALID_SIGNATURE = { status: 400, body: { message: 'Invalid signature.' } };
const OPERATOR = 'arn:aws:iam::000000000000:user/local';

let service: Service;
let email: string;
let token: string;
let id: string;
let account: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ token, id, account } = await createPaymentAccount(service, email));
});

const isApproved = async () => (await service.get('/me', { token })).body.data.approved;
const countApprovalMails = async () => {
  await service.runJobs();
  return countMails('approved', email);
};
async function sendAccountEvent(event: object = accountUpdatedEvent(account), signing = {}) {
  const { status, body } = await sendEvent(service, event, signing);
  return { status, body };
}

it('an account.updated event approves the expert of a verified payment account and sends one mail', async () => {
  await setAccountVerified(account, true);

  expect(await sendAccountEvent()).toEqual(ACCEPTED);

  expect(await isApproved()).toBe(true);
  expect((await service.get('/me', { token })).body.data.identityReview).toBe('pending');
  expect([await sendAccountEvent(), await sendAccountEvent()]).toEqual([ACCEPTED, ACCEPTED]);
  expect(await countApprovalMails()).toBe(1);
});

it('the expert gets one mail with instructions when Stripe no longer verifies the payment account', async () => {
  await verifyEmailOf(token, service);
  const countAttentionMails = () => countSubject('Váš účet na výplaty potrebuje pozornosť', email);
  await sendAccountEvent();
  await service.runJobs();
  expect(await countAttentionMails()).toBe(0);

  await setAccountVerified(account, true);
  await sendAccountEvent();
  await setAccountVerified(account, false);
  await sendAccountEvent();
  await sendAccountEvent();
  await service.runJobs();
  expect(await countAttentionMails()).toBe(1);
});

it('an event for a former payment account of an expert is ignored', async () => {
  await setAccountVerified(account, true);
  const expert = (await service.deps.accounts.find(id)) as Expert;
  await saveAccount(service.deps, expert, { ...expert, paymentAccountId: 'acct_new' });

  expect(await sendAccountEvent()).toEqual(ACCEPTED);

  expect(await isApproved()).toBe(false);
});

describe('repeated and late events of the payment provider', () => {
  it('a provider event that arrives repeatedly and concurrently is processed once', async () => {
    await setAccountVerified(account, true);
    const event = accountUpdatedEvent(account);
    const { version } = (await service.deps.accounts.find(id)) as Expert;

    const responses = await Promise.all([
      sendAccountEvent(event),
      sendAccountEvent(event),
      sendAccountEvent(event),
    ]);
    responses.push(await sendAccountEvent(event));

    expect(responses).toEqual([ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED]);
    expect(await service.deps.accounts.find(id)).toMatchObject({ version: version + 1 });
    expect(await countApprovalMails()).toBe(1);
  });

  it('a repeated account.updated event records the current state of the payment account', async () => {
    await setAccountVerified(account, true);
    const event = accountUpdatedEvent(account);
    await sendAccountEvent(event);
    await setAccountVerified(account, false);

    await sendAccountEvent(event);

    expect(await isApproved()).toBe(false);
  });

  it('an outdated payment account state does not overwrite the state from a later event', async () => {
    await setAccountVerified(account, true);
    let overtaken = false;
    const { payments } = service.deps;
    const slow = await startService({}, () => ({
      ...service.deps,
      payments: {
        ...payments,
        async findAccount(accountId) {
          const seen = await payments.findAccount(accountId);
          if (!overtaken) {
            overtaken = true;
            await setAccountVerified(account, false);
            await sendAccountEvent();
          }
          return seen;
        },
      },
    }));

    expect((await sendEvent(slow, accountUpdatedEvent(account))).status).toBe(204);

    expect(await isApproved()).toBe(false);
  });

  it.each<[string, object]>([
    ['of the other mode', { livemode: true }],
    ['of an unknown type', { type: 'customer.created' }],
    ['whose type is the name of a built-in member', { type: 'toString' }],
  ])('an event %s is logged and ignored', async (_, change) => {
    await setAccountVerified(account, true);
    const before = readLogEvents('webhook.ignored').length;

    expect(await sendAccountEvent(accountUpdatedEvent(account, change))).toEqual(ACCEPTED);

    expect(await isApproved()).toBe(false);
    expect(readLogEvents('webhook.ignored')).toHaveLength(before + 1);
  });

  it.each([
    ['account.updated', {}],
    ['charge.refunded', { payment_intent: 'pi_1' }],
    ['charge.dispute.created', {}],
    ['transfer.reversed', {}],
  ])(
    'the event %s gets 503 when the state at the provider cannot be read, so that it is sent again',
    async (type, more) => {
      const cutOff = await startService({ STRIPE_URL: UNREACHABLE_URL });
      const event = { ...accountUpdatedEvent(account), type, data: { object: { id: 'x_1', ...more } } };

      const { status, headers } = await sendEvent(cutOff, event);

      expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    },
  );
});

describe("provider events after an operator's decision about the approval", () => {
  const setApproval = (approved: boolean) =>
    service.put(`/operator/experts/${id}/approval`, { approved, reason: 'Preto.' }, { operator: OPERATOR });

  it('an account.updated event does not approve an expert whose approval an operator has revoked', async () => {
    await setApproval(false);
    await setAccountVerified(account, true);

    await sendAccountEvent();

    expect(await isApproved()).toBe(false);
    expect(await countApprovalMails()).toBe(0);
    await setApproval(true);
    expect(await isApproved()).toBe(true);
    expect(await countApprovalMails()).toBe(1);
  });

  it("an account.updated event keeps an operator's approval when the payment account is not verified", async () => {
    await setApproval(true);

    await sendAccountEvent();

    expect(await isApproved()).toBe(true);
  });
});

describe('signatures of provider events', () => {
  beforeEach(() => setAccountVerified(account, true));

  it.each(['whsec_platform', 'whsec_connect'])(
    'a provider event that is signed with the secret %s is accepted',
    async secret => {
      expect(await sendAccountEvent(undefined, { secret })).toEqual(ACCEPTED);
      expect(await isApproved()).toBe(true);
    },
  );

  it.each([299, -299])('a provider event with a signature that is %i seconds old is accepted', async age => {
    expect(await sendAccountEvent(undefined, { age })).toEqual(ACCEPTED);
  });

  it.each<[string, object]>([
    ['by an unknown secret', { secret: 'whsec_other' }],
    ['that is too old', { age: 302 }],
    ['from the future', { age: -302 }],
  ])('a provider event with a signature %s is rejected with 400', async (_, signing) => {
    expect(await sendAccountEvent(undefined, signing)).toEqual(INVALID_SIGNATURE);
    expect(await isApproved()).toBe(false);
  });

  it.each<[string, (signature: string, expired: string) => string]>([
    ['an empty value', () => ''],
    ['a malformed value', () => 'nonsense'],
    ['a changed timestamp', signature => signature.replace(/t=(\d+)/, (_, time) => `t=${Number(time) - 1}`)],
    [
      'a current timestamp before an expired one',
      (_, expired) => `t=${Math.floor(Date.now() / 1000)},${expired}`,
    ],
    ['a changed MAC', signature => signature.replace(/.$/, last => (last === '0' ? '1' : '0'))],
  ])('a provider event whose signature header has %s is rejected with 400', async (_, change) => {
    const payload = JSON.stringify(accountUpdatedEvent(account));
    const signature = signPayload(service, payload);
    const expired = signPayload(service, payload, { age: 301 });

    const { status, body } = await sendSignedPayload(service, payload, change(signature, expired));

    expect({ status, body }).toEqual(INVALID_SIGNATURE);
  });

  it('a provider event without a signature header is rejected with 400', async () => {
    const { status, body } = await service.post('/webhooks/stripe', accountUpdatedEvent(account));

    expect({ status, body }).toEqual(INVALID_SIGNATURE);
  });

  it('a missing, malformed or outdated signature does not emit the metric InvalidSignatures', async () => {
    const payload = JSON.stringify(accountUpdatedEvent(account));
    const signature = signPayload(service, payload);
    const forged = [
      '',
      'nonsense',
      `t=${'1'.repeat(10)},v1=${'0'.repeat(64)}`,
      signature.replace(/,v1=.*/, ',v1=0'),
    ];
    clearOutput();

    const statuses = [(await service.post('/webhooks/stripe', {})).status];
    for (const header of forged) statuses.push((await sendSignedPayload(service, payload, header)).status);

    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    expect(readInvalidSignatures()).toEqual([]);
  });

  it('the metric InvalidSignatures counts provider events with invalid but not with valid signatures', async () => {
    clearOutput();

    await sendAccountEvent(undefined, { secret: 'whsec_other' });
    await sendAccountEvent();

    expect(readInvalidSignatures()).toEqual([1, 0]);
  });

  it('a provider event whose body differs by a byte from the signed body is rejected with 400', async () => {
    const payload = JSON.stringify(accountUpdatedEvent(account, { type: 'žiadosť' }), null, 2);
    const signature = signPayload(service, payload, { secret: 'whsec_platform' });

    expect(await sendSignedPayload(service, payload, signature)).toMatchObject({ status: 204 });
    expect(await sendSignedPayload(service, `${payload} `, signature)).toMatchObject(INVALID_SIGNATURE);
    expect(await sendSignedPayload(service, JSON.stringify(JSON.parse(payload)), signature)).toMatchObject(
      INVALID_SIGNATURE,
    );
  });

  it.each<[string, string]>([
    ['null', 'null'],
    ['a list', '[]'],
    ['an event without an id', '{"type":"account.updated","livemode":false}'],
  ])('a signed provider event with %s is rejected with 400', async (_, payload) => {
    const { status, body } = await sendSignedPayload(service, payload, signPayload(service, payload));

    expect({ status, body }).toEqual({ status: 400, body: { message: 'Invalid event.' } });
  });

  it.each([
    ['no object', {}],
    ['an object without an id', { object: {} }],
  ])('an event about %s is accepted and ignored', async (_, data) => {
    expect(await sendAccountEvent({ ...accountUpdatedEvent(account), data })).toEqual(ACCEPTED);
  });

  it('an event without a mode is processed as a test mode event', async () => {
    await setAccountVerified(account, true);

    expect(await sendAccountEvent({ ...accountUpdatedEvent(account), livemode: undefined })).toEqual(
      ACCEPTED,
    );

    expect(await isApproved()).toBe(true);
  });
});

/** Returns the values of the metric of the alarm `WebhookSignatures`. */
const readInvalidSignatures = () =>
  [...readOutput().matchAll(/"InvalidSignatures":(\d)/g)].map(([, value]) => Number(value));
