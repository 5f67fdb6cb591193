/** Tests of calls without a readable response, and of the texts for users (infra/docs/api/errors.md). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import {
  createClient,
  ERROR_TEXTS,
  errorTexts,
  labelOf,
  OFFER_STATE_LABELS,
  ProblemError,
  TESTIMONY_STATE_LABELS,
} from '../../../infra/client/runtime/index.ts';
import { createFakeClient, type PreparedResponse } from './fake-service.ts';

const HTML = '<html><body>Bad Gateway</body></html>';

type RawResponse = readonly [status: number, body: string, headers?: Record<string, string>];

/** Starts an HTTP server that sends the given bytes, and returns a client for it. */
async function startRawServer(...[status, body, headers = {}]: RawResponse) {
  const server = createServer((_, response) => {
    response.writeHead(status, headers).write(body);
    if (!headers['content-length']) response.end();
    else setTimeout(() => response.destroy(), 20);
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createClient({ baseUrl, retries: 0 });
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    error => error as ProblemError,
  );

it.each<[string, RawResponse, object]>([
  ['an HTML page with status 502', [502, HTML], { status: 502, code: 'unavailable', cause: HTML }],
  ['an HTML page with status 504', [504, HTML], { status: 504, code: 'unavailable' }],
  ['an HTML page with status 404', [404, HTML], { status: 404, code: 'unexpected-response' }],
  ['an HTML page with status 200', [200, HTML], { status: 200, code: 'unexpected-response', cause: HTML }],
  ['half of a JSON text', [200, '{"data": {"id": '], { status: 200, code: 'unexpected-response' }],
  [
    'a body that was cut',
    [200, '{"data"', { 'content-length': '100' }],
    { status: 0, code: 'connection-failed', cause: expect.any(Error) },
  ],
])('a call rejects with a ProblemError after %s', async (_, response, expected) => {
  const api = await startRawServer(...response);

  const problem = await failure(api.showMe());

  expect(problem).toMatchObject({ name: 'ProblemError', ...expected });
  expect(errorTexts(problem, 'sk').message).toMatch(/^\p{Lu}.+\.$/u);
});

it('a call rejects with a ProblemError when nothing listens at the address', async () => {
  const api = createClient({ baseUrl: 'http://127.0.0.1:1' });

  const problem = await failure(api.health());

  expect(problem).toMatchObject({ status: 0, code: 'connection-failed', mayHaveTakenEffect: true });
  expect(errorTexts(problem, 'sk').message).toContain('Spojenie sa prerušilo');
});

it('a call rejects with a ProblemError when the response does not arrive in time', async () => {
  const hang: typeof fetch = (_, options) =>
    new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
    });
  const api = createClient({ baseUrl: 'http://x', fetch: hang, timeout: 0.02 });

  const problem = await failure(api.showMe({ signal: new AbortController().signal }));

  expect(problem).toMatchObject({ status: 0, code: 'timeout', message: 'There was no response.' });
  expect(errorTexts(problem, 'en').message).toBe('The response takes too long. Please try again.');
});

it('a call that the caller aborts rejects with the reason of the caller', async () => {
  const controller = new AbortController();
  controller.abort(new Error('The page was left.'));

  await expect(createFakeClient([200, {}]).api.showMe({ signal: controller.signal })).rejects.toThrow(
    'The page was left.',
  );
});

it.each([
  [400, false],
  [409, false],
  [429, false],
  [500, true],
  [503, true],
])('mayHaveTakenEffect of a %i response is %s', async (status, expected) => {
  const { api } = createFakeClient([status, { message: 'x' }, { 'retry-after': '3600' }]);

  expect((await failure(api.showMe()))?.mayHaveTakenEffect).toBe(expected);
});

async function textsOf(response: PreparedResponse, language: 'sk' | 'en') {
  return errorTexts(await failure(createFakeClient(response).api.showMe()), language);
}

it('errorTexts returns the text of the code in either language', async () => {
  const response: PreparedResponse = [409, { message: 'x' }, { 'x-error-code': 'already-offered' }];

  expect((await textsOf(response, 'sk')).message).toBe('Na tento posudok už máte otvorenú ponuku.');
  expect(await textsOf(response, 'en')).toEqual({
    message: 'You already have an open offer for this testimony.',
    fields: {},
    fieldCodes: {},
  });
});

it('errorTexts inserts the time to wait, which is a minute by default', async () => {
  const limited = { 'x-error-code': 'too-many-requests' };

  expect((await textsOf([429, {}, { ...limited, 'retry-after': '300' }], 'en')).message).toContain(
    'in 5 min.',
  );
  const problem = new ProblemError(429, new Headers(limited), {});
  expect(errorTexts(problem, 'sk').message).toBe('Príliš veľa pokusov. Skúste to znova o 1 min.');
});

it('errorTexts translates field errors by their codes, whatever their sentences are', async () => {
  const errors = {
    email: ['Opravená veta.'],
    firstName: ['Zadajte meno.', 'Text môže mať najviac 255 znakov.'],
    new: ['Nová správa.', 'Ďalšia nová správa.'],
  };
  const headers = {
    'x-error-code': 'invalid',
    'x-error-fields': 'email=email-taken, firstName=missing, firstName=text-too-long, new=newer-code, ...',
  };
  const response: PreparedResponse = [422, { message: 'x', errors }, headers];

  expect(await textsOf(response, 'en')).toEqual({
    message: 'This e-mail address is registered already. (and 4 more errors)',
    fields: {
      email: ['This e-mail address is registered already.'],
      firstName: ['Enter your first name.', 'The text can have at most 255 characters.'],
      new: ['This value is not valid.', 'This value is not valid.'],
    },
    fieldCodes: {
      email: ['email-taken'],
      firstName: ['missing', 'text-too-long'],
      new: ['other', 'other'],
    },
  });
  expect((await textsOf(response, 'sk')).fields).toEqual(errors);
  expect((await textsOf(response, 'sk')).message).toMatch(/ \(a 4 ďalšie chyby\)$/);
});

it.each([
  [404, 'Toto sme nenašli.'],
  [409, 'Medzitým sa to zmenilo. Ukazujeme aktuálny stav.'],
  [418, ERROR_TEXTS.sk.internal],
])('errorTexts returns the text of status %i for a code that it does not know', async (status, expected) => {
  expect((await textsOf([status, {}, { 'x-error-code': 'newer-code' }], 'sk')).message).toBe(expected);
});

it('errorTexts returns a general text for an error that no call threw', () => {
  expect(errorTexts(new TypeError('x is undefined'), 'en').message).toBe(ERROR_TEXTS.en.internal);
});

it('labelOf returns the label of a value', () => {
  expect(labelOf(TESTIMONY_STATE_LABELS, 'offered', 'sk')).toBe(TESTIMONY_STATE_LABELS.sk.offered);
});

it('labelOf returns the value itself when it has no label', () => {
  expect(labelOf(OFFER_STATE_LABELS, 'newer-state', 'en')).toBe('newer-state');
});
