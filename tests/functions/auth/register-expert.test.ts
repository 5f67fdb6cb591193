import { beforeAll, expect, it } from 'vitest';
import { expertBody, type Fields, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { countItems, listItems, listObjectKeys } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/auth/register/expert';
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

const EMAIL_TAKEN = 'Táto e-mailová adresa je už zaregistrovaná.';
const PHONE_TAKEN = 'Toto telefónne číslo je už zaregistrované.';

let service: Service;

beforeAll(async () => {
  service = await startService();
});

it('expert registration creates an account and returns a bearer token', async () => {
  const response = await service.post(
    PATH,
    expertBody({ email: ' Jana.Kovacova@Znalci.SK ', phone: '+421 901 234 567' }),
  );

  expect(response).toMatchObject({
    status: 201,
    body: { data: { token: expect.stringMatching(`^${UUID}_${UUID}\\|[\\w-]{43}$`) } },
  });
  const me = await service.get('/me', { token: response.body.data.token });
  expect(me.body).toEqual({
    data: {
      id: expect.stringMatching(UUID),
      email: 'jana.kovacova@znalci.sk',
      emailVerified: false,
      phone: '+421901234567',
      role: 'expert',
      firstName: 'Jana',
      lastName: 'Kováčová',
      billingAddress: {
        line1: 'Hlavná 1',
        line2: '2. poschodie',
        city: 'Košice',
        postalCode: '040 01',
        country: 'SK',
      },
      shippingAddress: null,
      company: { businessId: '12345678', taxId: '2020123456', vatId: null },
      bankAccount: { iban: 'SK3112000000198742637541' },
      regions: ['ke', 'po'],
      newsletterSubscribed: false,
      secondFactor: false,
      partner: null,
      notifyNewTestimonies: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      nationality: 'SK',
      dateOfBirth: { day: 29, month: 2, year: 1980 },
      registrationNumber: '914 567',
      approved: false,
      approvalRevoked: false,
      identityReview: 'pending',
      identityReviewReason: null,
      identityDocumentsReceivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      paymentAccount: 'none',
    },
  });
});

it("expert registration writes the account's items and a job that moves the identity scans", async () => {
  const alone = await startService();

  const { id } = await alone.registerExpert();

  const SEARCH_ITEMS = { NAME: 1, NUMBER: 2, CREATED: 1, ACTIVITY: 1 };
  expect(await countItems(alone.deps)).toEqual({
    USER: 1,
    TOKEN: 1,
    EMAIL: 1,
    PHONE: 1,
    JOB: 2,
    ...SEARCH_ITEMS,
  });
  expect(await listObjectKeys(alone.deps)).toEqual([
    expect.stringMatching(/^incoming\/identity-document\/[0-9a-f]{32}$/),
    expect.stringMatching(/^incoming\/identity-document\/[0-9a-f]{32}$/),
  ]);
  await alone.runJobs();
  expect(await listObjectKeys(alone.deps)).toEqual([
    expect.stringMatching(`^identity-documents/${id}/back-`),
    expect.stringMatching(`^identity-documents/${id}/front-`),
  ]);
});

it('expert registration sends the verification mail after the response', async () => {
  const email = uniqueEmail();
  const { id } = await service.registerExpert({ email });
  expect(await service.listMailsTo(email)).toEqual([]);

  await service.runJobs();

  expect(await service.listMailsTo(email)).toEqual([
    expect.objectContaining({
      subject: 'Overte svoju e-mailovú adresu',
      from: 'Trhovisko posudkov <noreply@testimony.example>',
      replyTo: ['podpora@testimony.example'],
    }),
  ]);
  const [mail] = await service.listMailsTo(email);
  expect(decodeURIComponent(mail?.body.text ?? '')).toContain(`/api/v1/auth/email/verify/${id}/`);
});

it.each<[string, Fields, Fields]>([
  [
    'unknown fields',
    { role: 'client', approved: true, emailVerified: true, id: 'x' },
    { role: 'expert', approved: false, emailVerified: false },
  ],
])('expert registration accepts %s', async (_, change, shown) => {
  const { token } = await service.registerExpert(change);

  expect((await service.get('/me', { token })).body.data).toMatchObject(shown);
});

it('expert registration stores neither the password nor the bearer token in plain text', async () => {
  const { token, id } = await service.registerExpert({
    password: 'Kôň v stajni 7',
    passwordConfirmation: 'Kôň v stajni 7',
  });
  const [, secret = ''] = token.split('|');

  const items = JSON.stringify(await listItems(service.deps));
  const [claim] = (await listItems(service.deps, 'EMAIL#')).filter(({ userId }) => userId === id);

  expect(items).not.toContain('stajni');
  expect(items).not.toContain(secret);
  expect(claim?.passwordHash).toEqual({
    hash: expect.stringMatching(/^\$2[aby]\$04\$.{53}$/),
    pepper: '1',
  });
});

it('expert registration returns the errors of a used e-mail address and a used phone number together', async () => {
  const taken = { email: uniqueEmail(), phone: uniquePhone() };
  await service.registerExpert(taken);
  const [email, phone] = [EMAIL_TAKEN, PHONE_TAKEN];
  const errorResponse = async (change: Fields) => (await service.post(PATH, expertBody(change))).body;

  expect(await errorResponse({ email: taken.email.toUpperCase() })).toEqual({
    message: email,
    errors: { email: [email] },
  });
  expect(await errorResponse({ phone: taken.phone })).toEqual({
    message: phone,
    errors: { phone: [phone] },
  });
  expect(await errorResponse(taken)).toEqual({
    message: `${email} (a 1 ďalšia chyba)`,
    errors: { email: [email], phone: [phone] },
  });
});

it('only one user is created when fifty concurrent expert registrations share address and phone number', async () => {
  const own = await startService();
  const same = { email: uniqueEmail(), phone: uniquePhone() };

  const responses = await Promise.all(Array.from({ length: 50 }, () => own.post(PATH, expertBody(same))));

  const rejectedResponses = responses.filter(({ status }) => status !== 201);
  expect(rejectedResponses).toHaveLength(49);
  for (const { status, body } of rejectedResponses)
    expect([status, body.errors]).toEqual([422, { email: [EMAIL_TAKEN], phone: [PHONE_TAKEN] }]);
  expect(await countItems(own.deps)).toEqual({
    USER: 1,
    TOKEN: 1,
    EMAIL: 1,
    PHONE: 1,
    JOB: 2,
    NAME: 1,
    NUMBER: 2,
    CREATED: 1,
    ACTIVITY: 1,
  });
  expect(await listObjectKeys(own.deps)).toHaveLength(2);
});
