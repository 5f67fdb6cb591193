/** Test accounts of the local stack: a client and an approved expert with verified addresses, ready to sign in. */
import { REGIONS } from '../../lib/validation/fields.ts';
import { ONE_PIXEL_JPEG, ONE_PIXEL_PNG } from './sample-scans.ts';
import { DUMMY_TOKEN } from './turnstile.ts';

/** The passwords are public, because the accounts exist only on this machine. */
export const TEST_ACCOUNTS = {
  client: { email: 'klient@ukazka.sk', password: 'Skusobne heslo 1', role: 'client' },
  expert: { email: 'znalec@ukazka.sk', password: 'Skusobne heslo 2', role: 'approved expert' },
} as const;

/** Time within which the mails with the verification links must arrive. */
const MAIL_TIMEOUT_MS = 20_000;

interface Ports {
  readonly apiPort: number;
  readonly inboxPort: number;
}

/**
 * Registers the test accounts, verifies their addresses, and lets the expert receive payouts. Accounts that already
 * exist in DATA_DIR are not changed.
 * @throws Error with the API's response when an account cannot be registered
 */
export async function registerTestAccounts({ apiPort, inboxPort }: Ports): Promise<void> {
  const api = `http://127.0.0.1:${apiPort}/api/v1`;
  const inbox = `http://127.0.0.1:${inboxPort}`;
  await Promise.all([registerClient(api, inbox), registerExpert(api, inbox)]);
}

async function registerClient(api: string, inbox: string): Promise<void> {
  const { client } = TEST_ACCOUNTS;
  const token = await register(`${api}/auth/register/client`, client, createClientBody());
  if (token) await verifyAddress(client.email, inbox);
}

async function registerExpert(api: string, inbox: string): Promise<void> {
  const { expert } = TEST_ACCOUNTS;
  const token = await register(`${api}/auth/register/expert`, expert, createExpertBody());
  if (!token) return;
  await verifyAddress(expert.email, inbox);
  await send(`${api}/sandbox/me/payment-account`, { state: 'verified' }, token);
}

/** @returns the token of the new account, or undefined when the account exists */
async function register(
  url: string,
  { email }: { readonly email: string },
  body: object,
): Promise<string | undefined> {
  const response = await request(url, body);
  const text = await response.text();
  if (response.ok) return JSON.parse(text).data.token;
  if (response.status === 422 && JSON.parse(text).errors?.email) return undefined;
  throw new Error(`The test account ${email} was not registered: ${response.status} ${text}`);
}

async function verifyAddress(email: string, inbox: string): Promise<void> {
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const response = await fetch(`${inbox}/store?${new URLSearchParams({ to: email })}`);
    const { emails } = (await response.json()) as { emails: { body: { text: string } }[] };
    const [link] = emails.flatMap(({ body }) => /verify-email\?url=(\S+)/.exec(body.text)?.[1] ?? []);
    if (link) return assertOk(await fetch(decodeURIComponent(link)), link);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`No mail to the test account ${email} arrived within ${MAIL_TIMEOUT_MS / 1000} seconds.`);
}

const request = (url: string, body: object, token?: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });

const send = async (url: string, body: object, token: string): Promise<void> =>
  assertOk(await request(url, body, token), url);

async function assertOk(response: Response, url: string): Promise<void> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} responded ${response.status} ${text}`);
}

const createAccountFields = ({ email, password }: { readonly email: string; readonly password: string }) => ({
  email,
  password,
  passwordConfirmation: password,
  termsAgreed: true,
  turnstileToken: DUMMY_TOKEN,
});

const createClientBody = () => ({
  ...createAccountFields(TEST_ACCOUNTS.client),
  firstName: 'Klára',
  lastName: 'Ukážková',
});

function createExpertBody(): FormData {
  const form = new FormData();
  const fields = {
    ...createAccountFields(TEST_ACCOUNTS.expert),
    phone: '+421901000001',
    firstName: 'Zoltán',
    lastName: 'Ukážkový',
    nationality: 'SK',
    dateOfBirth: JSON.stringify({ day: 1, month: 3, year: 1975 }),
    billingAddress: JSON.stringify({
      line1: 'Hlavná 1',
      line2: '2. poschodie',
      city: 'Košice',
      postalCode: '040 01',
      country: 'SK',
    }),
    company: JSON.stringify({ businessId: '12345678', taxId: '2020123456', vatId: null }),
    bankAccount: JSON.stringify({ iban: 'SK31 1200 0000 1987 4263 7541' }),
    registrationNumber: '910001',
    newsletterSubscribed: false,
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const region of REGIONS) form.append('regions[]', region);
  form.append('verificationDocumentFront', new Blob([ONE_PIXEL_JPEG], { type: 'image/jpeg' }), 'front.jpg');
  form.append('verificationDocumentBack', new Blob([ONE_PIXEL_PNG], { type: 'image/png' }), 'back.png');
  return form;
}
