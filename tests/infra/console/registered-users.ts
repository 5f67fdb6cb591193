/** Helpers that register people over the API, read their mails and pay for offers. */

import { createClient, verificationIn } from '../../../infra/client/runtime/index.ts';
import { expertFields, PASSWORD, uniquePhone } from '../../support/builders.ts';
import { buildPdf } from '../../support/pdf-files.ts';
import type { StackAddresses } from '../local/start-stack.ts';

const DUMMY_TURNSTILE_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

/** A PNG that a browser can show: one pixel. */
export const PIXEL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
export const PDF = buildPdf();

export type Person = Awaited<ReturnType<typeof createPerson>>;

/** Registers a client or an expert and verifies the e-mail address with the link from the mail. */
export async function createPerson(
  stack: StackAddresses,
  role: 'client' | 'expert',
  nameFields: object = {},
) {
  const baseUrl = stack.url.replace('/api/v1', '');
  const email = `${role}.${crypto.randomUUID().slice(0, 8)}@${role === 'client' ? 'klienti' : 'znalci'}.sk`;
  const guest = createClient({ baseUrl });
  const { token } = await (role === 'client'
    ? guest.registerClient({ body: { ...clientFields(email), ...nameFields } })
    : guest.registerExpert({
        body: {
          ...expertFields({ email }),
          ...scans(),
          turnstileToken: DUMMY_TURNSTILE_TOKEN,
          ...nameFields,
        } as never,
      }));
  const link = await waitForMailText(stack, email, /verify-email\?url=(\S+)/);
  await guest.verifyEmail(verificationIn(decodeURIComponent(link)));
  return { email, token, password: PASSWORD, api: createClient({ baseUrl, token }) };
}

const clientFields = (email: string) => ({
  email,
  password: PASSWORD,
  passwordConfirmation: PASSWORD,
  termsAgreed: true as const,
  firstName: 'Peter',
  lastName: 'Novák',
  phone: uniquePhone(),
});

const scans = () => {
  const scan = new File([PIXEL_PNG], 'doklad.png', { type: 'image/png' });
  return { verificationDocumentFront: scan, verificationDocumentBack: scan };
};

/**
 * Waits for a mail to an e-mail address whose text matches `pattern`.
 * @returns the text that the first group of `pattern` matches in the latest such mail
 * @throws Error when no such mail arrives
 */
export async function waitForMailText(
  stack: StackAddresses,
  email: string,
  pattern: RegExp,
): Promise<string> {
  return pollUntil(`A mail to ${email} has ${pattern}`, async () =>
    (await listMailTexts(stack, email)).flatMap(text => pattern.exec(text)?.[1] ?? []).at(-1),
  );
}

/**
 * Calls a function until it returns a truthy value.
 * @param expectation the awaited condition, for the error message
 * @throws Error when the value is still falsy after two minutes
 */
export async function pollUntil<T>(expectation: string, read: () => Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const value = await read();
    if (value) return value;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error(`Not within two minutes: ${expectation}.`);
}

async function listMailTexts(stack: StackAddresses, email: string): Promise<string[]> {
  const response = await fetch(`${stack.inbox}/store?${new URLSearchParams({ to: email })}`);
  const { emails } = (await response.json()) as { emails: { body: { text: string } }[] };
  return emails.map(({ body }) => body.text);
}

export const TESTIMONY_BODY = {
  purpose: 'mortgage',
  notes: 'Byt po rekonštrukcii, kľúče u správcu.',
  realEstate: {
    type: 'apartment',
    properties: { area: 72, rooms: 3, floor: 2 },
    region: 'ke',
    address: { line1: 'Mlynská 5', city: 'Košice', postalCode: '040 01' },
  },
} as const;

const BUYER = {
  phone: '+421905123456',
  firstName: 'Peter',
  lastName: 'Novák',
  billingAddress: {
    line1: 'Mlynská 5',
    line2: 'byt 12',
    city: 'Košice',
    postalCode: '040 01',
    country: 'SK',
  },
};

/**
 * Opens the checkout of an offer.
 * @returns the URL of the emulator's checkout page
 */
export async function openCheckout(client: Person, offerId: string): Promise<string> {
  return (await client.api.checkoutOffer({ path: { offerId }, body: BUYER })).url;
}

/** Pays on the emulator's checkout page and accepts the offer. */
export async function payCheckout(client: Person, url: string): Promise<void> {
  await fetch(url, { method: 'POST', redirect: 'manual' });
  await client.api.acceptOffer({ body: { sessionId: getSessionId(url) } });
}

export const getSessionId = (url: string): string => url.split('/').at(-1) ?? '';

/** Opens the checkout of an offer, pays on the emulator's checkout page and accepts the offer. */
export const payOffer = async (client: Person, offerId: string): Promise<void> =>
  payCheckout(client, await openCheckout(client, offerId));
