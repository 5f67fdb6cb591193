/** Requests to functions that run already, one after another. */
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import bcrypt from 'bcryptjs';
import type { Setup } from './bundles.ts';
import { openBurst } from './burst.ts';
import { comparison, interleaved, type Line, timed } from './judgement.ts';
import { isProfileOf, login, me, register, registration, tokenIn } from './requests.ts';

/** The floor is the same read, as bare HTTP. */
export async function warmMe({ bundles, quick }: Setup): Promise<Line[]> {
  const burst = await openBurst();
  const { email, token } = await register(burst.load(bundles.registerExpert, { PASSWORD_HASH_COST: '4' }));
  const show = burst.load(bundles.me);
  const agent = new Agent({ keepAlive: true });
  const read = bareRead(burst.dynamodb, agent, burst.table, token);
  const floor = () => timed(read, answer => assert.ok(answer.includes(email) && answer.includes('TOKEN#')));
  const measured = () => timed(() => show(me(token)), isProfileOf(email));
  try {
    await interleaved(2, 200, floor, measured); // until both are compiled
    return [comparison('me, warm', await interleaved(9, quick ? 50 : 200, floor, measured), 3.5)];
  } finally {
    agent.destroy();
    await burst.stop();
  }
}

function bareRead(endpoint: string, agent: Agent, table: string, token: string): () => Promise<string> {
  const [userId, tokenId] = token.split(/[.|]/);
  const keys = ['USER', `TOKEN#${tokenId}`].map(sk => ({ pk: { S: `USER#${userId}` }, sk: { S: sk } }));
  const body = JSON.stringify({ RequestItems: { [table]: { Keys: keys, ConsistentRead: true } } });
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': Buffer.byteLength(body),
    'x-amz-target': 'DynamoDB_20120810.BatchGetItem',
    'x-amz-date': '20260101T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=bench/20260101/eu-central-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
  };
  return () =>
    new Promise((resolve, reject) => {
      request(endpoint, { method: 'POST', agent, headers }, reply => text(reply).then(resolve, reject))
        .on('error', reject)
        .end(body);
    });
}

/** The floor is the password's hash, at the cost of production. */
export async function warmRegisterExpert({ bundles, quick }: Setup): Promise<Line[]> {
  const burst = await openBurst();
  const handler = burst.load(bundles.registerExpert);
  const measured = async () => {
    const { event } = await registration(1_500_000);
    return timed(
      () => handler(event),
      result => void tokenIn(result, 201),
    );
  };
  try {
    await measured();
    const rounds = await interleaved(7, quick ? 1 : 3, hash(burst.environment), measured);
    return [comparison('register-expert, warm, 2 × 1.5 MB', rounds, 1.25)];
  } finally {
    await burst.stop();
  }
}

export async function warmLogin({ bundles, quick }: Setup): Promise<Line[]> {
  const burst = await openBurst();
  const { email } = await register(burst.load(bundles.registerExpert));
  const handler = burst.load(bundles.login);
  const measured = () =>
    timed(
      () => handler(login(email)),
      result => void tokenIn(result, 200),
    );
  try {
    await measured();
    const rounds = await interleaved(7, quick ? 1 : 3, hash(burst.environment), measured);
    return [comparison('login, warm', rounds, 1.1)];
  } finally {
    await burst.stop();
  }
}

/** Of a text as long as a peppered password. */
function hash({ PASSWORD_HASH_COST }: Readonly<Record<string, string>>): () => Promise<number> {
  const cost = Number(PASSWORD_HASH_COST);
  const start = `$2b$${PASSWORD_HASH_COST}$`;
  return () =>
    timed(
      () => bcrypt.hash('x'.repeat(64), cost),
      hashed => assert.ok(hashed.startsWith(start)),
    );
}
