/** Tests that the hand-written tables of the documentation are complete. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../../infra/local/settings.ts';
import { TASK_KINDS } from '../../../lib/domain/model/job.ts';
import { key } from '../../../lib/platform/aws/table/keys.ts';

const readText = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const findNames = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Returns the cells of all table rows of a page. */
const readTableRows = (path: string) =>
  [...readText(path).matchAll(/^\| (.+) \|$/gm)].map(([, cells = '']) => cells.split(' | '));

const KEYS = {
  user: key.user('<id>'),
  token: key.token('<id>', '<tokenId>'),
  audit: key.audit({ kind: 'user', id: '<id>' }, '<id>'),
  email: key.email('<address>'),
  phone: key.phone('<e164>'),
  job: key.job('<id>'),
  activity: key.activity('<id>', '<eventId>'),
  mail: key.mail('<id>', '<sentAt>', '<id>'),
  window: key.window('<name>', '<hash>', 0),
  reset: key.reset('<hash of the token>'),
  upload: key.upload('<key>'),
  testimony: key.testimony('<id>'),
  offer: key.offer('<id>', '<id>'),
  money: key.money('<id>', '<kind>#<providerId>'),
  offerPointer: key.offerPointer('<id>'),
  ofClient: key.ofClient('<id>', '<testimonyId>'),
  ofExpert: key.ofExpert('<id>', '<testimonyId>'),
  checkout: key.checkout('<sessionId>'),
  checkoutPointer: key.checkoutPointer('<id>', '<sessionId>'),
  paying: key.paying('<offerId>'),
  payment: key.payment('<paymentId>'),
  idempotencyRecord: key.idempotencyRecord('<id>', '<hash of route, user and key>'),
  event: key.event('<id>'),
} satisfies Record<keyof typeof key, unknown>;

it.each(Object.entries(KEYS))('data.md lists the key "%s" exactly once', (_, { pk, sk }) => {
  const keys = readTableRows('infra/docs/data.md').map(([, pks = '', sks = '']) => ({
    pks: findNames(pks.replace('<window>', '0')),
    sks: sks === 'the same' ? [pk] : findNames(sks),
  }));

  expect(keys.filter(({ pks, sks }) => pks.includes(pk) && sks.includes(sk))).toHaveLength(1);
});

it('partners.md lists every setting of the local stack', () => {
  const asked = new Set<string>();
  readSettings(new Proxy({}, { get: (_, name) => void asked.add(String(name)) }));

  const settings = readText('infra/docs/partners.md').split('## Settings of the local stack')[1] ?? '';
  const listed = [...settings.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) => findNames(cell));

  expect(listed.sort()).toEqual([...asked, 'AWS_ENDPOINT_URL_DYNAMODB'].sort());
});

it('operators.md explains the effect of a dead job of every kind', () => {
  const [, table = ''] = readText('infra/docs/operators.md').split('| Dead job |');
  const told = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) => findNames(cell));

  expect(told).toEqual(expect.arrayContaining([...TASK_KINDS]));
});

it('packages.md lists every package and no other', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readText('package.json'));
  const listed = readTableRows('infra/docs/packages.md').flatMap(([cell = '']) => findNames(cell));

  expect(listed.filter(name => name !== 'osls').sort()).toEqual(
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).sort(),
  );
});

it('README.md has at most 250 lines', () => {
  expect(readText('README.md').split('\n').length).toBeLessThanOrEqual(250);
});
