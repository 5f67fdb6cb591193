import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLanding } from '../../../infra/local/landing.ts';

const API = 'http://localhost:3000';

describe('the landing page', () => {
  let landing: Awaited<ReturnType<typeof startLanding>>;
  beforeAll(async () => {
    landing = await startLanding(API);
  });
  afterAll(() => landing.stop());

  const open = async (path: string, query: Record<string, string> = {}) => {
    const answer = await fetch(`${landing.endpoint}${path}?${new URLSearchParams(query)}`);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it.each([
    ['/', {}, [`${API}/api/v1`]],
    ['/verify-email', { url: `${API}/api/v1/auth/email/verify/u/h?a=1&b=2` }, ['<form', 'a=1&#38;b=2']],
    ['/reset-password', { token: 't-1', email: 'eva@example.sk' }, ['value="t-1"', 'value="eva@example.sk"']],
    [
      '/payment/success',
      { sessionId: 'cs_test_1' },
      ['cs_test_1', `${API}/api/v1/testimonies/offers/accept`],
    ],
    ['/payment-account/done', {}, ['Platobný účet']],
    ['/payment-account/again', {}, [`${API}/api/v1/me/payment-account`]],
  ])('shows %s', async (path, query, texts) => {
    const { status, headers, text } = await open(path, query);

    expect(status).toBe(200);
    for (const expected of texts) expect(text).toContain(expected);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.* connect-src http:\/\/localhost:3000$/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each(['https://elsewhere.example/api/v1', `${API}.elsewhere.example/`, `javascript:alert(1)//${API}/`])(
    'follows no link to %s',
    async url => {
      const { text } = await open('/verify-email', { url });
      expect(text).not.toContain('<form');
      expect(text).not.toContain('elsewhere');
    },
  );

  it('escapes what came with the address', async () => {
    const { text } = await open('/reset-password', { token: '"><script>alert(1)</script>', email: "'<b>" });
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<b>');
  });

  it.each([
    ['/nowhere', {}],
    ['/toString', {}],
    ['/payment/success', { sessionId: "cs_1'; reboot" }],
  ])('knows no page %s %s', async (path, query) => {
    expect((await open(path, query)).text).toContain('Stránka neexistuje');
  });
});
