import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { createVerificationLink, hashEmail } from '../../../../lib/domain/accounts/email-verification.ts';
import { createLinkSigner } from '../../../../lib/platform/aws/secrets/signer.ts';

const KEY = 'the key of this test which is long enough';
const FRONTEND = 'https://www.example';
const environment = { API_URL: 'https://api.example', FRONTEND_URL: FRONTEND };
const deps = {
  clock: { now: () => new Date('2026-06-15T10:00:00.900Z') },
  linkSigner: createLinkSigner(environment, async () => KEY),
};
const user = { id: '01890000-0000-7000-8000-000000000000', email: 'jana@znalci.sk' };
const NOON = Date.parse('2026-06-15T11:00:00Z') / 1000;

it('a verification link is a path of the frontend with the signed API URL as a parameter', async () => {
  const link = new URL(await createVerificationLink(user, deps), FRONTEND);
  const url = new URL(link.searchParams.get('url') ?? '');
  const path = `/api/v1/auth/email/verify/${user.id}/${createHash('sha256').update(user.email).digest('hex')}`;

  expect(link.origin + link.pathname).toBe('https://www.example/verify-email');
  expect([...link.searchParams.keys()]).toEqual(['url']);
  expect(url.origin + url.pathname).toBe(`https://api.example${path}`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    expires: String(NOON),
    signature: createHmac('sha256', KEY).update(`GET\n${path}\n${NOON}`).digest('base64url'),
  });
});

it('a verification link has a different signature for each e-mail address, user, time and key', async () => {
  const other = { ...deps, linkSigner: createLinkSigner(environment, async () => KEY.toUpperCase()) };
  const later = { ...deps, clock: { now: () => new Date('2026-06-15T10:01:00Z') } };
  const links = await Promise.all([
    createVerificationLink(user, deps),
    createVerificationLink({ ...user, email: 'eva@znalci.sk' }, deps),
    createVerificationLink({ ...user, id: '01890000-0000-7000-8000-000000000001' }, deps),
    createVerificationLink(user, later),
    createVerificationLink(user, other),
  ]);
  const signatures = links.map(link =>
    new URL(new URL(link, FRONTEND).searchParams.get('url') ?? '').searchParams.get('signature'),
  );

  expect(new Set(signatures).size).toBe(5);
});

it('a verification link contains only a hash of the e-mail address', async () => {
  expect(await createVerificationLink(user, deps)).not.toContain('jana');
  expect(hashEmail('jana@znalci.sk')).toMatch(/^[0-9a-f]{64}$/);
});
