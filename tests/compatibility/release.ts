/**
 * Fixture of the last release: a marketplace as the last release stored it (infra/docs/upgrades.md#compatibility). The
 * fixture is a file with one JSON value per line: the people, the items of the table, the objects of the bucket, and
 * the objects of the payment provider.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { startStripe } from '../../infra/local/stripe/server.ts';
import { openBucket } from '../../lib/platform/aws/files/bucket.ts';
import { type AnyItem, listItems, listObjectKeys } from '../support/inspect-store.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import { createMarketplace, type StoredPerson } from './create-marketplace.ts';

const FILE = new URL('release.jsonl', import.meta.url);

interface StoredFile {
  readonly key: string;
  readonly type: string;
  readonly base64: string;
}

interface Release {
  /** Time of the newest item. */
  readonly createdAt: string;
  readonly people: readonly StoredPerson[];
  readonly items: readonly AnyItem[];
  readonly files: readonly StoredFile[];
  /** Objects of the payment provider, in their order of creation. */
  readonly provider: readonly { readonly id: string; readonly object: string }[];
}

const SECTIONS = ['people', 'items', 'files', 'provider'] as const;

/** Creates a marketplace with the current code and returns what it has stored. */
export async function createRelease(): Promise<Release> {
  const directory = mkdtempSync(join(inject('scratch'), 'provider-'));
  const { endpoint, stop } = await startStripe({ directory });
  const market = await startSandbox({ STRIPE_URL: endpoint });
  const { deps } = market.service;
  const people = await createMarketplace(market);
  await stop();
  return {
    createdAt: deps.clock.now().toISOString(),
    people,
    items: shortenHistory(await listItems(deps)),
    files: await readFiles(deps),
    provider: readProviderObjects(readFileSync(join(directory, 'stripe.jsonl'), 'utf8')),
  };
}

/**
 * Leaves out finished jobs, mails and activities that resemble another one, because no other item refers to them.
 * Shortens the texts of mails.
 */
function shortenHistory(items: readonly AnyItem[]): AnyItem[] {
  const seen = new Set<string>();
  const isNew = (item: AnyItem) => {
    const description = describeHistory(item);
    if (!description) return true;
    if (seen.has(description)) return false;
    seen.add(description);
    return true;
  };
  return items.filter(isNew).map(shortenMail);
}

function describeHistory({ pk, task, doneAt, subject, type }: AnyItem): string | undefined {
  if (pk.startsWith('JOB#') && doneAt) return `job ${task.kind} ${task.mail}`;
  if (pk.startsWith('MAIL#')) return `mail ${subject}`;
  return pk.startsWith('ACTIVITY#') ? `activity ${type}` : undefined;
}

function shortenMail(item: AnyItem): AnyItem {
  const { html, text } = item;
  if (!item.pk.startsWith('MAIL#')) return item;
  return { ...item, html: html.slice(0, 40), text: text.slice(0, 40) };
}

async function readFiles(deps: Parameters<typeof listItems>[0]): Promise<StoredFile[]> {
  const { client, name: Bucket } = openBucket(deps.environment);
  const files: StoredFile[] = [];
  for (const key of await listObjectKeys(deps)) {
    const { Body, ContentType: type = '' } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
    files.push({ key, type, base64: (await Body?.transformToString('base64')) ?? '' });
  }
  return files;
}

/** Reads the last state of each object. Stored responses for idempotency keys are not part of a release. */
function readProviderObjects(text: string): Release['provider'] {
  const lines = text.trim().split('\n');
  const objects = new Map(lines.map(line => [JSON.parse(line).id, JSON.parse(line)]));
  return [...objects.values()].filter(
    ({ removed, object }) => !removed && object !== 'replay' && object !== 'event',
  );
}

/** Marks a set of the table, because JSON has no sets. */
const SET = '$set';
const replaceSet = (_: string, value: unknown) => (value instanceof Set ? { [SET]: [...value] } : value);
const reviveSet = (_: string, value: { [SET]?: string[] } | null) =>
  value?.[SET] ? new Set(value[SET]) : value;

export function writeRelease({ createdAt, ...release }: Release): void {
  const lines = SECTIONS.flatMap(section =>
    release[section].map(value => JSON.stringify({ [section]: value }, replaceSet)),
  );
  writeFileSync(FILE, [JSON.stringify({ createdAt }), ...lines, ''].join('\n'));
}

export function readRelease(): Release {
  const values = readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line, reviveSet));
  const select = (section: string) => values.flatMap(value => (section in value ? [value[section]] : []));
  const [createdAt] = select('createdAt');
  const sections = Object.fromEntries(SECTIONS.map(section => [section, select(section)]));
  return { createdAt, ...sections } as unknown as Release;
}

/**
 * Starts the service with everything that the release has stored, at the time of its newest item.
 * @param change replaces items before they are stored
 */
export async function startWithRelease(
  { createdAt, items, files, provider }: Release,
  change: (item: AnyItem) => AnyItem = item => item,
) {
  const directory = mkdtempSync(join(inject('scratch'), 'provider-'));
  writeFileSync(
    join(directory, 'stripe.jsonl'),
    provider.map(object => `${JSON.stringify(object)}\n`).join(''),
  );
  const { endpoint } = await startStripe({ directory });
  const market = await startSandbox({ STRIPE_URL: endpoint });
  const { deps } = market.service;
  const elapsed = Date.now() - Date.parse(createdAt);
  deps.clock.advance(-elapsed);
  await market.configureProvider('clock', { advanceSeconds: -Math.floor(elapsed / 1000) });
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map(item => ({ PutRequest: { Item: change(item) } }));
    await deps.table.client.send(new BatchWriteCommand({ RequestItems: { [deps.table.name]: requests } }));
  }
  const { client, name: Bucket } = openBucket(deps.environment);
  for (const { key, type, base64 } of files) {
    const Body = Buffer.from(base64, 'base64');
    await client.send(new PutObjectCommand({ Bucket, Key: key, Body, ContentType: type }));
  }
  return market;
}
