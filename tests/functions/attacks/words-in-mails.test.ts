/** Attempts to make the platform mail an attacker's text to other people (infra/docs/api/mails.md#texts-of-users). */
import { expect, it } from 'vitest';
import { uniqueEmail } from '../../support/builders.ts';
import { type MarketExpert, startMarket } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';
import { REAL_ESTATE } from '../../support/testimony-builders.ts';

const WORDS = 'Vyhrali ste! podvod.example S pozdravom Tím Trhoviska';

/** Real estate with the attacker's words in every text that a client can set. */
const realEstate = {
  ...REAL_ESTATE,
  address: { ...REAL_ESTATE.address, city: WORDS, line1: WORDS, line2: WORDS, cadastralArea: WORDS },
};

const readMails = async (address: string) =>
  (await listMailsTo(address)).map(({ subject, body }) => ({ subject, ...body }));

it('mails to experts do not contain the texts that a client wrote into a testimony', async () => {
  const market = await startMarket();
  const [client, expert, other] = await Promise.all([
    market.createClient(),
    market.createExpert(),
    market.createExpert(),
  ]);
  const cancelled = await client.createTestimony({ realEstate, notes: WORDS });
  await expert.createOffer(cancelled.id);
  await client.cancelTestimony(cancelled.id, WORDS);
  const accepted = await client.createTestimony({ realEstate, notes: WORDS });
  const offer = await expert.createOffer(accepted.id);
  await other.createOffer(accepted.id);
  await client.acceptOffer(await client.payOffer(offer.id));
  await market.runJobs();

  const mails = [...(await readMails(expert.email)), ...(await readMails(other.email))];

  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Posudok bol zrušený', 'Vaša ponuka bola prijatá', 'Vaša ponuka nebola vybraná']),
  );
  expect(JSON.stringify(mails)).not.toContain('podvod');
  expect(mails.find(({ subject }) => subject === 'Posudok bol zrušený')?.text).toContain(
    'Klient uviedol aj dôvod. Nájdete ho na stránke posudku.',
  );
});

it('mails to clients do not contain the texts that an expert wrote into the name or an offer', async () => {
  const market = await startMarket();
  const client = await market.createClient();
  const expert: MarketExpert = await market.createExpert({ firstName: WORDS, lastName: WORDS });
  const testimony = await client.createTestimony();
  await expert.createOffer(testimony.id, { note: WORDS });
  await market.runJobs();

  const mails = await readMails(client.email);

  expect(mails.at(-1)?.subject).toBe('Máte novú ponuku na znalecký posudok');
  expect(JSON.stringify(mails)).not.toContain('podvod');
});

it("mails to an unverified client do not contain the client's own texts", async () => {
  const market = await startMarket();
  const email = uniqueEmail();
  const { token } = await market.service.registerClient({ email, firstName: WORDS, lastName: WORDS });
  const expert = await market.createExpert();
  const created = await market.service.post(
    '/testimonies',
    { purpose: 'mortgage', realEstate, notes: WORDS },
    { token },
  );
  await expert.createOffer(created.body.data.id);
  await market.runJobs();

  const mails = await readMails(email);

  expect(mails).toHaveLength(2);
  expect(JSON.stringify(mails)).not.toContain('podvod');
});
