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

async function createDelivered(market: Market) {
  const scene = await createSale(market, 'createAssignedTestimony');
  await scene.expert.post(`/testimonies/${scene.names.testimony}/complete`, documentBody());
  await market.runJobs();
  return scene;
}

/** Starting points by the shell function of the page that prepares the same. */
const STARTING_POINTS: Readonly<Record<string, CreateContext>> = {
  nothing: async () => ({ tokens: {} }),
  register_client: market => registerNewUser(market, 'client'),
  register_expert: market => registerNewUser(market, 'expert'),
  verified_client: market => createVerifiedUser(market, 'client'),
  verified_expert: market => createVerifiedUser(market, 'expert'),
  forgotten: async market => {
    const scene = await createVerifiedUser(market, 'client');
    await market.service.post('/auth/password/email', { email: scene.emails?.client });
    await market.runJobs();
    return scene;
  },
  offered: market => createSale(market, 'createOfferedTestimony'),
  opened: async market => {
    const scene = await createSale(market, 'createOfferedTestimony');
    const { body } = await scene.client.startCheckout(scene.names.offer);
    return { ...scene, sessionId: readSessionId(body.data.url) };
  },
  paid: market => createSale(market, 'createAssignedTestimony'),
  delivered: createDelivered,
  waiting: async market => {
    const scene = await createDelivered(market);
    await scene.client.post(`/sandbox/testimonies/${scene.names.testimony}/payout-delay`, { days: 3 });
    return scene;
  },
};

export async function runSituation({ begin, act, seen }: SituationRow): Promise<void> {
  const [, what = '', setting = ''] = /^`?(\w+)`?.*?(?: with `(.+)`)?$/.exec(begin) ?? [];
  const market = await startSandboxWithWebhooks(setting ? Object.fromEntries([setting.split('=')]) : {});
  const beginning = STARTING_POINTS[what];
  if (!beginning) throw new Error(`nobody knows how to begin with ${begin}`);
  const player = createRunner(market, await beginning(market));
  for (const step of parseSteps(act)) await player.does(step);
  await player.sees(parseSteps(seen));
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

/** A command of the page's shell functions (`client GET /me`), or an expectation about a response, in JSON. */
interface Step {
  readonly code: string;
  readonly failure?: string | undefined;
  /** Function that the command calls; undefined for an expectation. */
  readonly who?: string | undefined;
  readonly rest?: string | undefined;
}

function parseSteps(text: string): Step[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => {
    const command = /^(?:FAILURE=(\w+) )?(client|expert|guest|page|verify) (.+)$/.exec(code);
    return {
      code,
      failure: command?.[1],
      who: command?.[2],
      rest: command?.[3]?.replaceAll(/'|"(?=\$)|(?<=BUYER)"/g, ''),
    };
  });
}

function createRunner(market: Market, scene: SituationContext) {
  let last: ServiceResponse | undefined;

  async function fillPlaceholders(text: string): Promise<string> {
    const email = scene.emails?.client ?? '';
    const { testimony, offer, buyer } = scene.names ?? {};
    const values: Record<string, () => Promise<string> | string> = {
      '$(mailed $EMAIL token)': () => findResetToken(email),
      $EMAIL: () => email,
      $TESTIMONY: () => testimony ?? '',
      $OFFER: () => offer ?? '',
      $BUYER: () => buyer ?? '',
    };
    let written = text;
    for (const [name, find] of Object.entries(values))
      if (written.includes(name)) written = written.replaceAll(name, await find());
    return written;
  }

  async function performStep({ who = '', rest = '', failure }: Step): Promise<void> {
    if (who === 'page') {
      const { outcome = '', ...fields } = Object.fromEntries(new URLSearchParams(rest));
      await market.simulateOutcome(scene.sessionId ?? '', outcome, fields);
      return;
    }
    const command = await fillPlaceholders(rest);
    const request = who === 'verify' ? `GET ${await findVerificationPath(command)}` : command;
    const [, method = '', path = '', body] = /^([A-Z]+) (\S+)(?: (.+))?$/.exec(request) ?? [];
    const token = scene.tokens[who];
    last = await market.service.sendWithMethod(method, path, body ? JSON.parse(body) : undefined, {
      ...(token && { token }),
      headers: failure ? { 'x-sandbox-failure': failure } : {},
    });
  }

  /**
   * Runs the jobs and checks the results. A request is repeated until its results are as expected, because jobs and
   * webhooks are not immediate.
   */
  async function checkOutcome(steps: readonly Step[]): Promise<void> {
    const isRequest = ({ who }: Step) => who !== undefined;
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
