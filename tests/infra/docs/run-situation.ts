/**
 * Runner for the situations in partners.md: it prepares the starting point, carries out the actions and checks the
 * results.
 */
import { expect, vi } from 'vitest';
import { startStripe } from '../../../infra/local/stripe/server.ts';
import { expertBody, uniqueEmail } from '../../support/builders.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { findResetToken, findVerificationPath } from '../../support/find-mails.ts';
import { type Market, readSessionId } from '../../support/start-market.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import type { ServiceResponse } from '../../support/start-service.ts';
import { BUYER, documentBody } from '../../support/testimony-builders.ts';

export interface SituationRow {
  readonly situation: string;
  readonly begin: string;
  readonly act: string;
  readonly seen: string;
}

/** Users of a situation and the values of its placeholders. */
interface SituationContext {
  readonly tokens: Readonly<Record<string, string>>;
  readonly emails?: Readonly<Record<string, string>>;
  readonly names?: Readonly<Record<string, string>>;
  readonly sessionId?: string;
}

type CreateContext = (market: Market) => Promise<SituationContext>;

/** Registers a user without verifying the user's e-mail address, and sends the due mails. */
async function registerNewUser(
  { service, runJobs }: Market,
  who: 'client' | 'expert',
): Promise<SituationContext> {
  const email = uniqueEmail(`${who}i.sk`);
  const { token } = await (who === 'client'
    ? service.registerClient({ email })
    : service.registerExpert({ ...expertBody(), email }));
  await runJobs();
  return { tokens: { [who]: token }, emails: { [who]: email } };
}

async function createVerifiedUser(market: Market, who: 'client' | 'expert'): Promise<SituationContext> {
  const { token, email } = await (who === 'client' ? market.createClient() : market.createExpert());
  return { tokens: { [who]: token }, emails: { [who]: email } };
}

async function createSale(market: Market, step: 'createOfferedTestimony' | 'createAssignedTestimony') {
  const { client, expert, testimony, offer, ...rest } = await market[step]();
  const sessionId = 'sessionId' in rest ? (rest.sessionId as string) : undefined;
  return {
    tokens: { client: client.token, expert: expert.token },
    names: { testimony: testimony.id, offer: offer.id, buyer: JSON.stringify(BUYER) },
    ...(sessionId && { sessionId }),
    client,
    expert,
  };
}

const STARTING_POINTS: Readonly<Record<string, CreateContext>> = {
  nothing: async () => ({ tokens: {} }),
  'a new client': market => registerNewUser(market, 'client'),
  'a new expert': market => registerNewUser(market, 'expert'),
  'a client': market => createVerifiedUser(market, 'client'),
  'an expert': market => createVerifiedUser(market, 'expert'),
  'a client who forgot the password': async market => {
    const scene = await createVerifiedUser(market, 'client');
    await market.service.post('/auth/password/email', { email: scene.emails?.client });
    await market.runJobs();
    return scene;
  },
  'an offer': market => createSale(market, 'createOfferedTestimony'),
  'an opened payment page': async market => {
    const scene = await createSale(market, 'createOfferedTestimony');
    const { body } = await scene.client.startCheckout(scene.names.offer);
    return { ...scene, sessionId: readSessionId(body.data.url) };
  },
  'a paid testimony': market => createSale(market, 'createAssignedTestimony'),
  'a delivered testimony': async market => {
    const scene = await createSale(market, 'createAssignedTestimony');
    await scene.expert.post(`/testimonies/${scene.names.testimony}/complete`, documentBody());
    await market.runJobs();
    return scene;
  },
};

export async function runSituation({ begin, act, seen }: SituationRow): Promise<void> {
  const [, what = '', setting = ''] = /^(.+?)(?: with `(.+)`)?$/.exec(begin) ?? [];
  const market = await startSandboxWithWebhooks(setting ? Object.fromEntries([setting.split('=')]) : {});
  const beginning = STARTING_POINTS[what];
  if (!beginning) throw new Error(`nobody knows how to begin with ${begin}`);
  const player = createRunner(market, await beginning(market));
  const done = parseSteps(act);
  for (const step of done) await player.does(step);
  await player.sees(parseSteps(seen, done.at(-1)?.who));
}

/** Starts a sandbox and a Stripe emulator that sends provider events to the sandbox, as in the local stack. */
async function startSandboxWithWebhooks(settings: Record<string, string>): Promise<Market> {
  let market: Market | undefined;
  const receiver = await startFakeServer(async ({ headers, body }) => {
    const sent = { headers: { 'stripe-signature': String(headers['stripe-signature']) } };
    const response = await market?.service.send('POST', '/webhooks/stripe', body, sent);
    return { status: response?.status ?? 503 };
  });
  const webhooks = { url: receiver.url, secret: 'whsec_platform', connectSecret: 'whsec_connect' };
  market = await startSandbox({ ...settings, STRIPE_URL: (await startStripe({ webhooks })).endpoint });
  return market;
}

interface Step {
  /** The actor that precedes the code in the text: `client`, `expert` or `page`. */
  readonly who: string;
  readonly code: string;
}

/** Splits a table cell into its code spans, each with the actor that precedes it in the cell. */
function parseSteps(cell: string, before = 'anybody'): Step[] {
  let who = before;
  return [...cell.matchAll(/\b(client|expert|page)\b(?=[^`]*`)|`([^`]+)`/g)].flatMap(
    ([, callerName, code]) => {
      if (callerName) who = callerName;
      return code ? [{ who, code }] : [];
    },
  );
}

function createRunner(market: Market, scene: SituationContext) {
  let last: ServiceResponse | undefined;
  let failure: string | undefined;

  async function fillPlaceholders(text: string, who: string): Promise<string> {
    const email = scene.emails?.[who] ?? '';
    const found: Record<string, () => Promise<string> | string> = {
      ...Object.fromEntries(Object.entries(scene.names ?? {}).map(([name, value]) => [name, () => value])),
      email: () => email,
      link: () => findVerificationPath(email),
      token: () => findResetToken(email),
    };
    let written = text;
    for (const [name, find] of Object.entries(found))
      if (written.includes(`{${name}}`)) written = written.replaceAll(`{${name}}`, await find());
    return written;
  }

  async function performStep({ who, code }: Step): Promise<void> {
    const [, header] = /^X-Sandbox-Failure: (\w+)$/.exec(code) ?? [];
    if (header) {
      failure = header;
      return;
    }
    if (who === 'page') {
      const { outcome = '', ...fields } = Object.fromEntries(new URLSearchParams(code));
      await market.simulateOutcome(scene.sessionId ?? '', outcome, fields);
      return;
    }
    const [, method = '', path = '', body] =
      /^([A-Z]+) (\S+)(?: (.+))?$/.exec(await fillPlaceholders(code, who)) ?? [];
    const headers = failure ? { 'x-sandbox-failure': failure } : {};
    failure = undefined;
    const token = path.startsWith('/auth') ? undefined : scene.tokens[who];
    last = await market.service.sendWithMethod(method, path, body ? JSON.parse(body) : undefined, {
      ...(token && { token }),
      headers,
    });
  }

  /**
   * Runs the jobs and checks the results. A request is repeated until its results are as expected, because jobs and
   * webhooks are not immediate.
   */
  async function checkOutcome(steps: readonly Step[]): Promise<void> {
    const isRequest = ({ code }: Step) => /^[A-Z]+ /.test(code);
    for (let at = 0; at < steps.length; ) {
      const step = steps[at] as Step;
      const end = steps.findIndex((next, place) => place > at && isRequest(next));
      const upTo = end < 0 ? steps.length : end;
      const facts = steps.slice(isRequest(step) ? at + 1 : at, upTo);
      const look = async () => {
        await market.runJobs();
        if (isRequest(step)) await performStep(step);
        for (const { code } of facts) assertResponseMatches(last, code);
      };
      await (isRequest(step) ? vi.waitFor(look, { timeout: 15_000, interval: 100 }) : look());
      at = upTo;
    }
  }

  return { does: performStep, sees: checkOutcome };
}

/** Asserts one expectation about a response: either a status code or fields that the body must contain. */
function assertResponseMatches(reply: ServiceResponse | undefined, code: string): void {
  const shown = (reply?.status ?? 0) < 400 ? reply?.body?.data : reply?.body;
  const wanted = JSON.parse(code);
  if (typeof wanted === 'number') expect(reply?.status).toBe(wanted);
  else if (!Array.isArray(wanted)) expect(shown).toMatchObject(wanted);
  else if (wanted.length === 0) expect(shown).toEqual([]);
  else expect(shown).toEqual(expect.arrayContaining(wanted.map(part => expect.objectContaining(part))));
}
