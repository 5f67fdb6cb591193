/** Test of the page of webhook endpoints, with a receiver that rejects every event except the challenge. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { it, useBrowser } from './browser-fixture.ts';
import { DESKTOP, findAllViolations, openPage } from './open-page.ts';
import { findButton, signIn } from './page-actions.ts';
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

it('a user adds a webhook endpoint, sends a failed delivery again, and deletes the endpoint', async () => {
  const receiver = await startReceiver();
  const person = await createPerson(fixture.stack, 'client');
  const { page, context } = await openPage(fixture.browser, DESKTOP);
  await page.goto(fixture.pageUrl('/account/webhooks'));
  await signIn(page, person);
  await page.getByLabel('Adresa servera').fill(receiver.url);
  await page.getByLabel('Súčasné heslo', { exact: true }).fill(person.password);
  await findButton(page, 'Pridať adresu').click();
  await page.getByText(/^whsec_/).waitFor();
  await pollUntil(
    'The endpoint is confirmed',
    async () => (await person.api.listWebhookEndpoints())[0]?.state === 'enabled',
  );

  await page.reload();
  await findButton(page, 'Poslať skúšobnú udalosť').click();
  await pollUntil('The test event arrives', async () => receiver.types.includes('webhook.test'));
  await findButton(page, 'Doručenia').click();
  const dialog = page.getByRole('dialog');
  const failed = dialog.locator('li').filter({ hasText: '500' }).first();
  await pollUntil('The failed delivery is listed', async () => {
    await findButton(page, 'Obnoviť').click();
    return failed.isVisible();
  });
  expect(await findAllViolations(page)).toEqual([]);
  await failed.getByRole('button').click();
  await pollUntil(
    'The test event arrives again',
    async () => receiver.types.filter(type => type === 'webhook.test').length === 2,
  );

  await findButton(page, 'Zavrieť').click();
  await findButton(page, 'Odstrániť').click();
  await dialog.getByRole('button', { name: 'Odstrániť' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await person.api.listWebhookEndpoints()).toEqual([]);
  await context.close();
});
