import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import HttpEvent, { type GatewayRequest } from '../../../infra/local/http-event.ts';

function eventOf(headers: readonly string[], payload = Buffer.from('{}'), path = '/api/v1/me') {
  const req = { rawHeaders: headers, method: 'POST', httpVersion: '1.1', payload };
  const request: GatewayRequest = {
    app: { requestId: 'id-1' },
    raw: { req: req as unknown as IncomingMessage & { payload: Buffer } },
    params: {},
    url: new URL(path, 'http://localhost:3000'),
    info: { received: 0, remoteAddress: '127.0.0.9' },
  };
  return new HttpEvent(request, '$default', 'POST /api/v1/me').create();
}

describe('the local gateway builds an event', () => {
  it.each([
    ['application/json', false],
    ['Application/JSON; charset=utf-8', false],
    ['application/problem+json', false],
    ['text/plain', false],
    ['application/x-www-form-urlencoded', false],
    ['multipart/form-data; boundary=x', true],
    ['Multipart/Form-Data; boundary=x', true],
    ['application/octet-stream', true],
    ['image/png; x=application/json', true],
  ])('with a body of type %s, base64: %s', (type, isBase64Encoded) => {
    const bytes = Buffer.from([0xff, 0x00, 0x41]);
    const event = eventOf(['Content-Type', type], bytes);

    expect(event.isBase64Encoded).toBe(isBase64Encoded);
    if (isBase64Encoded) expect(Buffer.from(event.body ?? '', 'base64')).toEqual(bytes);
  });

  it('joins what comes twice, and takes the address from the socket', () => {
    const headers = ['X-A', '1', 'x-a', '2', 'Cookie', 'a=1', 'Cookie', 'b=2', 'X-Forwarded-For', '9.9.9.9'];
    const event = eventOf(headers, Buffer.alloc(0), '/api/v1/me?q=1&q=2&r=%20');

    expect(event).toMatchObject({
      headers: { 'x-a': '1,2' },
      cookies: ['a=1', 'b=2'],
      queryStringParameters: { q: '1,2', r: ' ' },
      rawQueryString: 'q=1&q=2&r=%20',
      requestContext: { requestId: 'id-1', http: { sourceIp: '127.0.0.9' } },
    });
    expect(event.body).toBeUndefined();
  });
});
