/** The accounts of a smoke test: a client with a testimony, and an approved expert. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ApiClient, createClient } from '../client/runtime/client.ts';
import { verificationIn } from '../client/runtime/verification.ts';
import { ONE_PIXEL_JPEG, ONE_PIXEL_PNG } from '../local/sample-scans.ts';
import { DUMMY_TOKEN } from '../local/turnstile.ts';

interface Account {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly api: ApiClient;
}

export type SampleAccounts = Awaited<ReturnType<typeof createSampleAccounts>>;

const ADDRESS = { line1: 'Mlynská 5', city: 'Košice', postalCode: '040 01' };

/**
 * Creates the accounts through the API. `close` deletes them with everything that belongs to them.
 * @throws Error of the API; accounts that were created before the error are closed
 */
export async function createSampleAccounts(baseUrl: string, mailDomain: string) {
  const password = `Smoke ${randomUUID()} 1`;
  const opened: ApiClient[] = [];
  const closeAll = () => Promise.all(opened.map(api => api.closeMe({ body: { currentPassword: password } })));
  const accounts = await openAccounts(baseUrl, mailDomain, password, opened).catch(async error => {
    await closeAll().catch(fault => {
      throw new Error(`${error.message}; an account could not be closed: ${fault.message}`);
    });
    throw error;
  });
  return {
    ...accounts,
    async close() {
      const { client, testimonyId } = accounts;
      await client.api.cancelTestimony({ path: { id: testimonyId } });
      await closeAll();
    },
  };
}

/**
 * Opens the accounts.
 * @param opened receives the API client of each account as soon as the account exists
 */
async function openAccounts(baseUrl: string, mailDomain: string, password: string, opened: ApiClient[]) {
  const fields = () => ({
    email: `smoke.${randomUUID()}@${mailDomain}`,
    password,
    passwordConfirmation: password,
    firstName: 'Smoke',
    lastName: 'Test',
    termsAgreed: true as const,
    turnstileToken: DUMMY_TOKEN,
  });
  const anonymous = createClient({ baseUrl });
  const open = async (token: string): Promise<Account> => {
    const api = createClient({ baseUrl, token });
    opened.push(api);
    const { id, email } = await api.showMe();
    return { id, email, token, api };
  };
  const readVerification = async ({ api }: Account) => {
    for (let attempt = 0; attempt < 60; attempt++, await wait(1000)) {
      const { data } = await api.listMails();
      const [url] = data.flatMap(({ text }) => /verify-email\?url=(\S+)/.exec(text ?? '')?.[1] ?? []);
      if (url) return verificationIn(decodeURIComponent(url));
    }
    throw new Error('The verification mail did not arrive within a minute.');
  };
  const client = await open((await anonymous.registerClient({ body: fields() })).token);
  const expert = await open(
    (
      await anonymous.registerExpert({
        body: {
          ...fields(),
          phone: `+4219${String(randomInt(1e8)).padStart(8, '0')}`,
          nationality: 'SK',
          dateOfBirth: { day: 1, month: 3, year: 1975 },
          billingAddress: { ...ADDRESS, line2: '1. poschodie', country: 'SK' },
          company: { businessId: '12345678', taxId: '2020123456', vatId: null },
          bankAccount: { iban: 'SK31 1200 0000 1987 4263 7541' },
          registrationNumber: String(randomInt(100_000, 1_000_000)),
          regions: ['ke'],
          newsletterSubscribed: false,
          verificationDocumentFront: new Blob([ONE_PIXEL_JPEG], { type: 'image/jpeg' }),
          verificationDocumentBack: new Blob([ONE_PIXEL_PNG], { type: 'image/png' }),
        },
      })
    ).token,
  );
  await expert.api.verifyEmail(await readVerification(expert));
  await expert.api.setPaymentAccount({ body: { state: 'verified' } });
  const testimony = await client.api.createTestimony({
    body: {
      purpose: 'mortgage',
      notes: 'Smoke test.',
      realEstate: { type: 'apartment', properties: { rooms: 3, floor: 2 }, region: 'ke', address: ADDRESS },
    },
  });
  return { client, expert, testimonyId: testimony.id, readVerification };
}
