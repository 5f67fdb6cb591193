/** The operators' commands: what each calls, and what it prints. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { operator } from './command.ts';
import {
  anExpert,
  BASE,
  ID,
  JOB_ID,
  NEXT,
  page,
  REVISION,
  ROUTES,
  TESTIMONY_ID,
  wideExpert,
} from './routes.ts';
import { startStandIn } from './stand-in.ts';

const standIn = await startStandIn({ AKIDEXAMPLE: 'secret' }, ROUTES);
afterAll(() => standIn.stop());
beforeEach(() => void standIn.calls.splice(0));

const env = { API_URL: standIn.url, AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' };
const run = (...args: string[]) => operator(args, env);

describe('each command makes one signed call', () => {
  it.each([
    [['experts', 'pending'], 'GET', '/experts?state=pending', ''],
    [
      ['experts', 'pending', '--cursor', NEXT],
      'GET',
      '/experts?state=pending&cursor=eyJpZCI6IjAxOTgifQ%3D%3D',
      '',
    ],
    [['experts', 'show', ID], 'GET', `/experts/${ID}`, ''],
    [['experts', 'show', ID.toUpperCase()], 'GET', `/experts/${ID}`, ''],
    [['experts', 'approve', ID], 'PUT', `/experts/${ID}/approval`, { approved: true }],
    [
      ['experts', 'approve', ID, '--reason', 'Overené.'],
      'PUT',
      `/experts/${ID}/approval`,
      { approved: true, reason: 'Overené.' },
    ],
    [
      ['experts', 'revoke', ID, '--reason', 'Žiadosť č. 5'],
      'PUT',
      `/experts/${ID}/approval`,
      { approved: false, reason: 'Žiadosť č. 5' },
    ],
    [
      ['experts', 'accept-identity', ID, '--revision', REVISION],
      'PUT',
      `/experts/${ID}/identity-review`,
      { decision: 'accepted', revision: REVISION },
    ],
    [
      ['experts', 'reject-identity', ID, '--revision', REVISION, '--reason', '„Rozmazané“'],
      'PUT',
      `/experts/${ID}/identity-review`,
      { decision: 'rejected', reason: '„Rozmazané“', revision: REVISION },
    ],
    [['experts', 'accepted'], 'GET', '/experts?state=accepted', ''],
    [['experts', 'rejected'], 'GET', '/experts?state=rejected', ''],
    [
      ['users', 'release-phone', ID, '--reason', 'Číslo patrí inému.'],
      'POST',
      `/users/${ID}/release-phone`,
      { reason: 'Číslo patrí inému.' },
    ],
    [['testimonies', 'overdue'], 'GET', '/testimonies?state=overdue', ''],
    [['testimonies', 'disputed'], 'GET', '/testimonies?state=disputed', ''],
    [['testimonies', 'show', TESTIMONY_ID], 'GET', `/testimonies/${TESTIMONY_ID}`, ''],
    [
      ['testimonies', 'cancel', TESTIMONY_ID, '--reason', 'Znalec posudok nedodal.'],
      'POST',
      `/testimonies/${TESTIMONY_ID}/cancel`,
      { reason: 'Znalec posudok nedodal.' },
    ],
    [['payouts', 'owed'], 'GET', '/payouts?state=owed', ''],
    [['payouts', 'failed'], 'GET', '/payouts?state=failed', ''],
    [['jobs', 'dead'], 'GET', '/jobs?state=dead', ''],
    [['jobs', 'retry', JOB_ID], 'POST', `/jobs/${JOB_ID}/retry`, ''],
    [['jobs', 'retry-all', 'mail'], 'POST', '/jobs/retry', { kind: 'mail' }],
    [
      ['jobs', 'dismiss', JOB_ID, '--reason', 'Adresa neexistuje.'],
      'POST',
      `/jobs/${JOB_ID}/dismiss`,
      { reason: 'Adresa neexistuje.' },
    ],
  ])('%j', async (args, method, path, body) => {
    const { code, stderr } = await run(...args);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(standIn.calls).toEqual([{ method, path: BASE + path, body, signedBy: 'AKIDEXAMPLE' }]);
  });
});

it('reads the revision before it opens the scans, so that it is never of newer ones', async () => {
  await run('experts', 'documents', ID);

  expect(standIn.calls.map(({ path }) => path)).toEqual([
    `${BASE}/experts/${ID}`,
    `${BASE}/experts/${ID}/documents`,
  ]);
});

describe('what is printed', () => {
  it.each([
    ['a page and the way to the next', ['experts', 'pending']],
    ['the last page', ['experts', 'pending', '--cursor', NEXT]],
    ['all pages as one', ['experts', 'pending', '--all']],
    ['an expert with a history', ['experts', 'show', ID]],
    ['links to documents', ['experts', 'documents', ID]],
    ['how a decision left the expert', ['experts', 'approve', ID]],
    ['whose identity was rejected', ['experts', 'rejected']],
    ['an account without its phone', ['users', 'release-phone', ID, '--reason', 'Číslo patrí inému.']],
    ['orders that are overdue', ['testimonies', 'overdue']],
    ['an order and its money', ['testimonies', 'show', TESTIMONY_ID]],
    [
      'an order that was ended',
      ['testimonies', 'cancel', TESTIMONY_ID, '--reason', 'Znalec posudok nedodal.'],
    ],
    ['what is owed', ['payouts', 'owed']],
    ['an empty list', ['jobs', 'dead']],
    ['dead jobs', ['jobs', 'dead', '--cursor', 'more']],
    ['a job tried again', ['jobs', 'retry', JOB_ID]],
    ['all jobs of a kind tried again', ['jobs', 'retry-all', 'mail']],
    ['a job dismissed', ['jobs', 'dismiss', JOB_ID, '--reason', 'Adresa neexistuje.']],
  ])('%s', async (_, args) => {
    const { stdout } = await run(...args);

    expect(stdout).toMatchSnapshot();
    for (const line of stdout.split('\n').filter(line => !line.startsWith('http'))) {
      expect([...line].length).toBeLessThanOrEqual(100);
    }
  });

  it('--json: the answer as it is, harmless to a terminal', async () => {
    const { stdout } = await run('experts', 'pending', '--json');

    expect(JSON.parse(stdout)).toEqual(page([anExpert(), wideExpert()], NEXT));
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
  });

  it('--json --all: the data of every page', async () => {
    const { stdout } = await run('experts', 'pending', '--json', '--all');

    expect(JSON.parse(stdout).data.length).toBe(3);
  });
});
