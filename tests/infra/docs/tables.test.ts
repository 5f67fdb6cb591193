/** Tests that the hand-written tables of the documentation are complete. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSettings } from '../../../infra/local/settings.ts';
import { TASK_KINDS } from '../../../lib/domain/model/job-class.ts';
import { itemKey } from '../../../lib/platform/aws/table/keys.ts';

const readText = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const findNames = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

const readTableRows = (path: string) =>
  [...readText(path).matchAll(/^\| (.+) \|$/gm)].map(([, cells = '']) => cells.split(' | '));

const KEYS = {
  user: itemKey.user('<id>'),
  token: itemKey.token('<id>', '<tokenId>'),
  secondFactor: itemKey.secondFactor('<id>'),
  party: itemKey.party('<id>'),
  audit: itemKey.audit({ kind: 'user', id: '<subject>' }, '<id>'),
  auditReason: itemKey.auditReason({ kind: 'user', id: '<subject>' }, '<id>'),
  partner: itemKey.partner('<id>'),
  partnerUsers: itemKey.partnerUsers('<id>'),
  email: itemKey.email('<address>', undefined),
  phone: itemKey.phone('<e164>', undefined),
  name: itemKey.name('<two letters>', '<name>', '<id>'),
  number: itemKey.number('<number>', '<id>'),
  created: itemKey.created('2026-11-23', 'testimony', '<id>'),
  ofRegion: itemKey.ofRegion('<region>', undefined, '<expertId>'),
  digest: itemKey.digest('<id>'),
  lateTestimony: itemKey.lateTestimony('<region>', undefined, '<visibleSince>', '<testimonyId>'),
  job: itemKey.job('<id>'),
  activity: itemKey.activity('<id>', '<eventId>'),
  mail: itemKey.mail('<id>', '<sentAt>', '<id>'),
  window: itemKey.window('<name>', '<hash>', 0),
  openPages: itemKey.openPages('<clientId>'),
  sentOnDay: itemKey.sentOnDay('<expertId>', '<day>'),
  reset: itemKey.reset('<hash of the token>'),
  upload: itemKey.upload('<key>'),
  testimony: itemKey.testimony('<id>'),
  offer: itemKey.offer('<id>', '<id>'),
  money: itemKey.money('<id>', '<sessionId>#<kind>#<sourceId>#<from>#<to>'),
  offerPointer: itemKey.offerPointer('<id>'),
  ofClient: itemKey.ofClient('<id>', '<testimonyId>'),
  ofExpert: itemKey.ofExpert('<id>', '<testimonyId>'),
  checkout: itemKey.checkout('<sessionId>'),
  checkoutPointer: itemKey.checkoutPointer('<id>', '<sessionId>'),
  paying: itemKey.paying('<offerId>'),
  payment: itemKey.payment('<paymentId>'),
  idempotencyRecord: itemKey.idempotencyRecord('<id>', '<hash of route, caller and key>'),
  webhook: itemKey.webhook('<id>'),
  deliveryAttempt: itemKey.deliveryAttempt('<id>', '<endpointId>', '<attemptId>'),
  waitingEvent: itemKey.waitingEvent('<id>', '<endpointId>', '<testimonyId>', '<eventId>'),
  delivery: itemKey.delivery('<id>'),
  difference: itemKey.difference('<id>'),
} satisfies Record<keyof typeof itemKey, unknown>;

it.each(Object.entries(KEYS))('data.md lists the key "%s" exactly once', (_, { pk, sk }) => {
  const keys = readTableRows('infra/docs/data.md').map(([, pks = '', sks = '']) => ({
    pks: findNames(pks.replace('<window>', '0').replace('<month>', '2026-11')),
    sks: sks === 'the same' ? [pk] : findNames(sks),
  }));

  expect(keys.filter(({ pks, sks }) => pks.includes(pk) && sks.includes(sk))).toHaveLength(1);
});

it('partners.md lists every setting of the local stack', () => {
  const readNames = new Set<string>();
  readSettings(new Proxy({}, { get: (_, name) => void readNames.add(String(name)) }), false);

  const settings = readText('infra/docs/partners.md').split('## Settings of the local stack')[1] ?? '';
  const listed = [...settings.matchAll(/^- (`.+?) \(/gm)].flatMap(([, cell = '']) => findNames(cell));

  expect(listed.sort()).toEqual([...readNames, 'AWS_ENDPOINT_URL_DYNAMODB'].sort());
});

it('alarms.md explains the effect of a dead job of every kind', () => {
  const [, table = ''] = readText('infra/docs/alarms.md').split('| Dead job |');
  const documentedNames = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) => findNames(cell));

  expect(documentedNames).toEqual(expect.arrayContaining([...TASK_KINDS]));
});

it('log-events.md lists exactly the log events of the code', () => {
  const files = globSync('{functions,lib}/**/*.ts', { cwd: new URL('../../../', import.meta.url) });
  const sources = files.map(readText).join('\n');
  const written = [
    ...[...sources.matchAll(/\bevent: (?:\w+ \? )?'([\w.-]+)'(?: : '([\w.-]+)')?/g)].flatMap(groups =>
      groups.slice(1),
    ),
    ...[...sources.matchAll(/securityLog\.record\('([\w.-]+)'/g)].map(([, event]) => event),
  ].filter(event => event?.includes('.'));
  const listed = readTableRows('infra/docs/log-events.md').flatMap(([cell = '']) => findNames(cell));

  expect(written.length).toBeGreaterThan(25);
  expect(written.filter(event => !listed.includes(event ?? ''))).toEqual([]);
  const names = listed.filter(name => name.includes('.')).map(name => name.replace(/<\w+>$/, ''));
  // Some names consist of a prefix in the source and a code of the domain.
  const prefixes = ['login.rejected.', 'rate_limit.exceeded.', 'job.', 'webhook.'];
  const isWritten = (name: string) =>
    sources.includes(`'${name}'`) ||
    prefixes.some(prefix => name.startsWith(prefix) && sources.includes(`\`${prefix}`));
  expect(names.filter(name => !isWritten(name))).toEqual([]);
});

it('packages.md lists exactly the npm dependencies', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readText('package.json'));
  const listed = readTableRows('infra/docs/packages.md').flatMap(([cell = '']) => findNames(cell));

  expect(listed.filter(name => name !== 'osls').sort()).toEqual(
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).sort(),
  );
});

it('README.md has at most 180 lines, and a picture of at most 150 kB', () => {
  const [, picture = ''] = /!\[.+\]\((.+)\)/.exec(readText('README.md')) ?? [];

  expect(readText('README.md').split('\n').length).toBeLessThanOrEqual(180);
  expect(statSync(new URL(`../../../${picture}`, import.meta.url)).size).toBeLessThanOrEqual(150_000);
});
