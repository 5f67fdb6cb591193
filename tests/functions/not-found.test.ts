import { beforeAll, expect, it } from 'vitest';
import { type Service, startService } from '../support/start-service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

it.each([
  ['GET', '/nothing'],
  ['POST', ''],
  ['GET', '/me/'],
  ['GET', '/me/x'],
  ['GET', '/ME'],
])('%s %s returns 404', async (method, path) => {
  const { status, body, headers } = await service.send(method, path);

  expect({ status, body }).toEqual({ status: 404, body: { message: 'Not found.' } });
  expect(headers).toMatchObject({ 'x-request-id': expect.stringMatching(/./) });
  expect(headers).not.toHaveProperty('allow');
});

it.each([
  ['PATCH', '/me', 'GET, PUT, DELETE'],
  ['GET', '/auth/login', 'POST'],
  ['PUT', '/auth/register/expert', 'POST'],
])('%s %s returns 405 and lists the allowed methods', async (method, path, allow) => {
  const { status, body, headers } = await service.send(method, path);

  expect({ status, body }).toEqual({ status: 405, body: { message: 'Method not allowed.' } });
  expect(headers.allow).toBe(allow);
});
