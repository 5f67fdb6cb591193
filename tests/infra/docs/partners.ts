/** Runs a row of partners.md, "Every situation": what it begins with, what is done, what is then seen. */
import { expect, vi } from 'vitest';
import { startStripe } from '../../../infra/local/stripe/server.ts';
import { expertBody, uniqueEmail } from '../../support/builders.ts';
import { startFakeServer } from '../../support/fake-server.ts';
import { findResetToken, findVerificationPath } from '../../support/mails.ts';
import { type Market, readSessionId } from '../../support/market.ts';
import { startSandbox } from '../../support/sandbox.ts';
import type { Reply } from '../../support/service.ts';
import { BUYER, documentBody } from '../../support/testimony-builders.ts';

export interface Row {
  readonly situation: string;
  readonly begin: string;
  readonly act: string;
  readonly seen: string;
}

/** Who is there, and what stands for what in braces. */
interface Scene {
  readonly tokens: Readonly<Record<string, string>>;
  readonly emails?: Readonly<Record<string, string>>;
  readonly names?: Readonly<Record<string, string>>;
  readonly sessionId?: string;
}

type Begin = (market: Market) => Promise<Scene>;

/** Who has just registered; the mails are out. */
async function newcomer({ service, work }: Market, who: 'client' | 'expert'): Promise<Scene> {
  const email = uniqueEmail(`${who}i.sk`);
  const { token } = await (who === 'client'
    ? service.registerClient({ email })
    : service.register({ ...expertBody(), email }));
  await work();
  return { tokens: { [who]: token }, emails: { [who]: email } };
}

async function person(market: Market, who: 'client' | 'expert'): Promise<Scene> {
  const { token, email } = await market[who]();
  return { tokens: { [who]: token }, emails: { [who]: email } };
}

async function sale(market: Market, step: 'offered' | 'assigned') {
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

const BEGIN: Readonly<Record<string, Begin>> = {
  nothing: async () => ({ tokens: {} }),
  'a new client': market => newcomer(market, 'client'),
  'a new expert': market => newcomer(market, 'expert'),
  'a client': market => person(market, 'client'),
  'an expert': market => person(market, 'expert'),
  'a client who forgot the password': async market => {
    const scene = await person(market, 'client');
    await market.service.post('/auth/password/email', { email: scene.emails?.client });
    await market.work();
    return scene;
  },
  'an offer': market => sale(market, 'offered'),
  'an opened payment page': async market => {
    const scene = await sale(market, 'offered');
    const { body } = await scene.client.checksOut(scene.names.offer);
    return { ...scene, sessionId: readSessionId(body.data.url) };
  },
  'a paid order': market => sale(market, 'assigned'),
  'a delivered order': async market => {
    const scene = await sale(market, 'assigned');
    await scene.expert.post(`/testimonies/${scene.names.testimony}/complete`, documentBody());
    await market.work();
    return scene;
  },
};

export async function run({ begin, act, seen }: Row): Promise<void> {
  const [, what = '', setting = ''] = /^(.+?)(?: with `(.+)`)?$/.exec(begin) ?? [];
  const market = await withWebhooks(setting ? Object.fromEntries([setting.split('=')]) : {});
  const beginning = BEGIN[what];
  if (!beginning) throw new Error(`nobody knows how to begin with ${begin}`);
  const player = playerOf(market, await beginning(market));
  const done = stepsOf(act);
  for (const step of done) await player.does(step);
  await player.sees(stepsOf(seen, done.at(-1)?.who));
}

/** The provider tells the service of all that happens on its pages, as that of the local stack does. */
async function withWebhooks(settings: Record<string, string>): Promise<Market> {
  let market: Market | undefined;
  const receiver = await startFakeServer(async ({ headers, body }) => {
    const sent = { headers: { 'stripe-signature': String(headers['stripe-signature']) } };
    const answer = await market?.service.send('POST', '/webhooks/stripe', body, sent);
    return { status: answer?.status ?? 503 };
  });
  const webhooks = { url: receiver.url, secret: 'whsec_platform', connectSecret: 'whsec_connect' };
  market = await startSandbox({ ...settings, STRIPE_URL: (await startStripe({ webhooks })).endpoint });
  return market;
}

interface Step {
  /** `client`, `expert`, `page`: whoever was named last. */
  readonly who: string;
  readonly code: string;
}

/** The code of a cell, and who it is about. */
function stepsOf(cell: string, before = 'anybody'): Step[] {
  let who = before;
  return [...cell.matchAll(/\b(client|expert|page)\b(?=[^`]*`)|`([^`]+)`/g)].flatMap(([, named, code]) => {
    if (named) who = named;
    return code ? [{ who, code }] : [];
  });
}

function playerOf(market: Market, scene: Scene) {
  let last: Reply | undefined;
  let failure: string | undefined;

  async function filled(text: string, who: string): Promise<string> {
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

  async function does({ who, code }: Step): Promise<void> {
    const [, header] = /^X-Sandbox-Failure: (\w+)$/.exec(code) ?? [];
    if (header) {
      failure = header;
      return;
    }
    if (who === 'page') {
      const { outcome = '', ...fields } = Object.fromEntries(new URLSearchParams(code));
      await market.befalls(scene.sessionId ?? '', outcome, fields);
      return;
    }
    const [, method = '', path = '', body] = /^([A-Z]+) (\S+)(?: (.+))?$/.exec(await filled(code, who)) ?? [];
    const headers = failure ? { 'x-sandbox-failure': failure } : {};
    failure = undefined;
    const token = path.startsWith('/auth') ? undefined : scene.tokens[who];
    last = await market.service.sends(method, path, body ? JSON.parse(body) : undefined, {
      ...(token && { token }),
      headers,
    });
  }

  /** A moment later: jobs and webhooks take one. */
  async function sees(steps: readonly Step[]): Promise<void> {
    const isRequest = ({ code }: Step) => /^[A-Z]+ /.test(code);
    for (let at = 0; at < steps.length; ) {
      const step = steps[at] as Step;
      const end = steps.findIndex((next, place) => place > at && isRequest(next));
      const upTo = end < 0 ? steps.length : end;
      const facts = steps.slice(isRequest(step) ? at + 1 : at, upTo);
      const look = async () => {
        await market.work();
        if (isRequest(step)) await does(step);
        for (const { code } of facts) isSeen(last, code);
      };
      await (isRequest(step) ? vi.waitFor(look, { timeout: 15_000, interval: 100 }) : look());
      at = upTo;
    }
  }

  return { does, sees };
}

/** A status, or a part of what was answered. */
function isSeen(reply: Reply | undefined, code: string): void {
  const shown = (reply?.status ?? 0) < 400 ? reply?.body?.data : reply?.body;
  const wanted = JSON.parse(code);
  if (typeof wanted === 'number') expect(reply?.status).toBe(wanted);
  else if (!Array.isArray(wanted)) expect(shown).toMatchObject(wanted);
  else if (wanted.length === 0) expect(shown).toEqual([]);
  else expect(shown).toEqual(expect.arrayContaining(wanted.map(part => expect.objectContaining(part))));
}
