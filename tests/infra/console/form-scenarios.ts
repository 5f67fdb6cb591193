/**
 * Scenarios that show forms in different states: steps, rejected input, drafts, warnings and changes of the account.
 */
import type { Page } from 'playwright-core';
import type { StackAddresses } from '../local/start-stack.ts';
import { createScan, fillExpertForm, fillExpertStep, findButton, sendStep, signIn } from './page-actions.ts';
import type { PageScenario } from './page-scenarios.ts';
import { createPerson, TESTIMONY_BODY } from './registered-users.ts';

const BAD_SCAN = { name: 'doklad.png', mimeType: 'image/png', buffer: Buffer.from('This is no image.') };

const waitForSummary = (page: Page) => page.locator('.error-summary').waitFor();

async function openExpertStep(page: Page, step: 2 | 3): Promise<void> {
  await fillExpertStep(page, 1);
  await sendStep(page);
  if (step === 3) {
    await fillExpertStep(page, 2);
    await sendStep(page);
  }
  await page.locator(`.form-steps li:nth-child(${step})[aria-current]`).waitFor();
}

async function refuseAccess(page: Page): Promise<void> {
  await fillExpertForm(page, 'jana');
  await page.getByLabel('Predná strana dokladu').setInputFiles(BAD_SCAN);
  await page.getByLabel('Heslo', { exact: true }).fill('heslo');
  await page.getByLabel('Telefón').fill('');
  await sendStep(page);
  await waitForSummary(page);
}

export async function createFormScenarios(stack: StackAddresses): Promise<PageScenario[]> {
  const [client, expert, conflicting, renamed, rejected] = await Promise.all([
    createPerson(stack, 'client'),
    createPerson(stack, 'expert'),
    createPerson(stack, 'expert', { firstName: 'Viera', lastName: 'Nová' }),
    createPerson(stack, 'expert', { firstName: 'Oľga', lastName: 'Malá' }),
    createPerson(stack, 'expert', { firstName: 'Adam', lastName: 'Biely' }),
  ]);
  // A change of the name needs another review.
  await renamed.api.updateMe({ body: { lastName: 'Veľká' } });
  await rejected.api.reviewIdentity({ body: { decision: 'rejected', reason: 'Sken je rozmazaný.' } });
  const { id } = await client.api.createTestimony({ body: TESTIMONY_BODY });
  const { id: offerId } = await expert.api.createOffer({
    path: { id },
    body: { price: 180, daysToComplete: 5 },
  });

  return [
    { name: 'register-expert-2', path: '/register/expert', prepare: page => openExpertStep(page, 2) },
    { name: 'register-expert-3', path: '/register/expert', prepare: page => openExpertStep(page, 3) },
    { name: 'register-expert-3-refused', path: '/register/expert', prepare: refuseAccess },
    {
      name: 'register-expert-draft',
      path: '/register/expert',
      prepare: async page => {
        await fillExpertStep(page, 1);
        await page.reload();
        await page.getByText('Pokračujete v rozpísanom formulári.').waitFor();
      },
    },
    {
      name: 'leave-warning',
      path: '/register/client',
      prepare: async page => {
        await page.getByLabel('Heslo', { exact: true }).fill('Heslo 123');
        await findButton(page, 'Zobraziť heslo: Heslo').click();
        await page.locator('.brand').click();
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'sign-in-wrong-password',
      path: '/',
      prepare: async page => {
        await signIn(page, { email: client.email, password: 'Zlé heslo 1' });
        await page.locator('.message').waitFor();
      },
    },
    {
      name: 'new-testimony-refused',
      path: '/testimonies/new',
      user: client,
      prepare: async page => {
        await page.getByLabel('Plocha v m²').fill('sto');
        await findButton(page, 'Požiadať o posudok').click();
        await waitForSummary(page);
      },
    },
    {
      name: 'checkout-refused',
      path: `/testimonies/${id}/checkout/${offerId}`,
      user: client,
      prepare: async page => {
        await page.getByLabel('IČO').fill('31333501');
        await page.getByRole('button', { name: 'Zaplatiť' }).click();
        await waitForSummary(page);
      },
    },
    {
      name: 'profile-changed-elsewhere',
      path: '/account',
      user: conflicting,
      prepare: async page => {
        await page.getByLabel('Ulica a číslo').fill('Dlhá 7');
        await conflicting.api.updateMe({ body: { lastName: `Nová ${Date.now()}`, regions: ['ba', 'ke'] } });
        await findButton(page, 'Uložiť zmeny').click();
        await page.getByText('Účet sa medzitým zmenil na inom zariadení.').waitFor();
      },
    },
    {
      name: 'security-wrong-password',
      path: '/account/security',
      user: expert,
      prepare: async page => {
        await findButton(page, 'Zmeniť e\u2011mail').click();
        const form = page.getByRole('form', { name: 'Zmeniť e\u2011mail' });
        await form.getByLabel('Nový e\u2011mail').fill('nova.adresa@znalci.sk');
        await form.getByLabel('Súčasné heslo').fill('Zlé heslo 1');
        await form.getByRole('button', { name: 'Zmeniť e\u2011mail' }).click();
        await form.getByText('Súčasné heslo nie je správne.').waitFor();
      },
    },
    { name: 'verification-pending', path: '/account/verification', user: renamed },
    { name: 'verification-rejected', path: '/account/verification', user: rejected },
    {
      name: 'verification-refused-scan',
      path: '/account/verification',
      user: rejected,
      prepare: async page => {
        await page.getByText('Nahrať nové skeny').click();
        await page.getByText('po odmietnutí do 30 dní').waitFor();
        await page.getByLabel('Predná strana dokladu').setInputFiles(BAD_SCAN);
        await page.getByLabel('Zadná strana dokladu').setInputFiles(createScan('zadna.png', 3_500_000));
        await page.getByText('Súbor musí byť obrázok vo formáte JPEG alebo PNG.').waitFor();
      },
    },
    {
      name: 'goodbye',
      path: '/account/close',
      user: client,
      prepare: async page => {
        // The account is not closed, so that the scenario can be shown again.
        const closing = /\/api\/v1\/me$/;
        await page.route(closing, route =>
          route.request().method() === 'DELETE'
            ? route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } })
            : route.continue(),
        );
        await findButton(page, 'Zrušiť účet').click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Súčasné heslo').fill(client.password);
        await findButton(page, 'Zrušiť účet').last().click();
        await page.getByRole('heading', { name: 'Účet je zrušený' }).waitFor();
        await page.unroute(closing);
      },
    },
  ];
}
