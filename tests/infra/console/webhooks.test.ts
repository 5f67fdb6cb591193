/** Tests of the page of webhook endpoints, with a receiver that rejects every event except the challenge. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { it, useBrowser } from './browser-fixture.ts';
import { findViolations } from './open-page.ts';
import { findButton } from './page-actions.ts';
import { createPerson, pollUntil } from './registered-users.ts';

const fixture = useBrowser();

async function startReceiver() {
  const types: string[] = [];
  const server = createServer(async (request, response) => {
    const event = JSON.parse(Buffer.concat(await request.toArray()).toString());
    types.push(event.type);
    response.writeHead(event.data.challenge ? 200 : 500).end(event.data.challenge);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { types, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
}

async function createOwner() {
  const [receiver, owner] = await Promise.all([startReceiver(), createPerson(fixture.stack, 'client')]);
  const addEndpoint = async () => {
    const types = ['mail.sent' as const];
    const body = { url: receiver.url, types, currentPassword: owner.password };
    await owner.api.createWebhookEndpoint({ body });
    await waitForConfirmation();
  };
  const waitForConfirmation = () =>
    pollUntil(
      'The endpoint is confirmed',
      async () => (await owner.api.listWebhookEndpoints())[0]?.state === 'enabled',
    );
  return { receiver, owner, addEndpoint, waitForConfirmation };
}

it('a user sends a failed delivery again', async () => {
  const { receiver, owner, addEndpoint } = await createOwner();
  await addEndpoint();
  const { page, context } = await fixture.openAs(owner, '/account/webhooks');
  await findButton(page, 'Poslať skúšobnú udalosť').click();
  await pollUntil('The test event arrives', async () => receiver.types.includes('webhook.test'));
  await findButton(page, 'Doručenia').click();
  const dialog = page.getByRole('dialog');
  const failed = dialog.locator('li').filter({ hasText: '500' }).first();
  await pollUntil('The failed delivery is listed', async () => {
    await findButton(page, 'Obnoviť').click();
    return failed.isVisible();
  });
  expect(await findViolations(page)).toEqual([]);
  await failed.getByRole('button').click();
  // Screen readers find only this announcement, because the dialog makes the rest of the page inert.
  await dialog.getByRole('status').getByText('Odoslať znova: hotovo.').waitFor({ state: 'attached' });
  await pollUntil(
    'The test event arrives again',
    async () => receiver.types.filter(type => type === 'webhook.test').length === 2,
  );
  await context.close();
});

it('a user changes the address and the events of a webhook endpoint', async () => {
  const { receiver, owner, addEndpoint } = await createOwner();
  await addEndpoint();
  const { page, context } = await fixture.openAs(owner, '/account/webhooks');
  await findButton(page, 'Upraviť').click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('Adresa servera').inputValue()).toBe(receiver.url);
  await dialog.getByLabel('Adresa servera').fill(`${receiver.url}/new`);
  await dialog.getByText('1 udalosť').click();
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(1);
  await dialog.getByRole('checkbox', { name: 'Ponuka prišla' }).check();
  await dialog.getByLabel('Súčasné heslo').fill(owner.password);
  await dialog.getByRole('button', { name: 'Upraviť' }).click();

  await page.getByRole('heading', { name: `${receiver.url}/new` }).waitFor();
  expect(await owner.api.listWebhookEndpoints()).toMatchObject([
    { url: `${receiver.url}/new`, types: ['offer.received', 'mail.sent'] },
  ]);
  await context.close();
});

it('a deleted webhook endpoint leaves no secret on the page', async () => {
  const { receiver, owner } = await createOwner();
  const { page, context } = await fixture.openAs(owner, '/account/webhooks');
  await page.getByLabel('Adresa servera').fill(receiver.url);
  await page.getByLabel('Súčasné heslo', { exact: true }).fill(owner.password);
  await findButton(page, 'Pridať adresu').click();
  await page.getByText(/^whsec_/).waitFor();

  await findButton(page, 'Odstrániť').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Odstrániť' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await owner.api.listWebhookEndpoints()).toEqual([]);
  expect(await page.getByText(/^whsec_/).count()).toBe(0);
  await context.close();
});
