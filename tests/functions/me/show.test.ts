import { expect, it } from 'vitest';
import { startService } from '../../support/start-service.ts';

it('GET /api/v1/me returns the fields of the caller without secrets or data of other users', async () => {
  const service = await startService();
  const [mine, theirs] = [
    await service.registerExpert({ firstName: 'Jana' }),
    await service.registerExpert({ firstName: 'Eva' }),
  ];

  const response = await service.get('/me', { token: mine.token });

  expect(response.status).toBe(200);
  expect(response.body.data).toMatchObject({ id: mine.id, firstName: 'Jana' });
  expect(Object.keys(response.body.data)).toEqual([
    'id',
    'email',
    'emailVerified',
    'phone',
    'role',
    'firstName',
    'lastName',
    'billingAddress',
    'shippingAddress',
    'company',
    'bankAccount',
    'regions',
    'newsletterSubscribed',
    'createdAt',
    'secondFactor',
    'partner',
    'nationality',
    'dateOfBirth',
    'registrationNumber',
    'notifyNewTestimonies',
    'approved',
    'identityReview',
    'identityReviewReason',
    'paymentAccount',
  ]);
  expect(JSON.stringify(response.body)).not.toContain(theirs.id);
  expect(JSON.stringify(response.body)).not.toMatch(/identity-documents|incoming|hash|epoch|secret/i);
});

it('GET /api/v1/me returns 304 without a body for If-None-Match until the account changes', async () => {
  const service = await startService();
  const { token } = await service.registerClient();
  const { headers } = await service.get('/me', { token });
  const getAgain = () => service.get('/me', { token, headers: { 'if-none-match': String(headers.etag) } });

  const unchanged = await getAgain();
  await service.put('/me', { firstName: 'Ivana' }, { token });

  expect(unchanged).toMatchObject({ status: 304, body: undefined, headers: { etag: headers.etag } });
  expect(await getAgain()).toMatchObject({ status: 200, body: { data: { firstName: 'Ivana' } } });
});

it.each([
  ['jana@straße.de', 'jana@xn--strae-oqa.de'],
  ["o'brien/sk@znalci.sk", "o'brien/sk@znalci.sk"],
])(
  'GET /api/v1/me returns the valid e-mail address %s as its response schema describes it',
  async (email, stored) => {
    const service = await startService();
    const { token } = await service.registerClient({ email });

    expect((await service.get('/me', { token })).body.data).toMatchObject({ email: stored });
  },
);
