/**
 * States from which many tests start. Each state is created once per test run through the API, in a separate
 * marketplace. Tests load copies with new ids, e-mail addresses, phone numbers and times.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { inject } from 'vitest';
import { callDynamodb } from '../../infra/local/dynamodb.ts';
import { getTestimonyNumber } from '../../lib/domain/model/testimonies/testimony.ts';
import { uniquePhone } from './builders.ts';
import type { Service } from './start-service.ts';
import { callTestControl } from './stripe-provider.ts';

/** A service with its payment provider. */
interface Target {
  readonly service: Pick<Service, 'deps'>;
  readonly providerUrl: string;
}

type WireItem = Readonly<Record<string, { readonly S?: string }>>;

interface StoredObject {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface StoredState {
  /** Time of the service's clock in milliseconds since 1970. The provider's clock shows the same time. */
  readonly createdAt: number;
  readonly providerUrl: string;
  /** Table items, bucket objects and result, as JSON. */
  readonly service: string;
  /** Contents of the bucket's objects in Base64. They contain no ids, so no id is replaced in them. */
  readonly contents: readonly string[];
  /** Objects of the provider, as JSON. */
  readonly provider: string;
}

/** States that this worker has created or read. */
const states = new Map<string, Promise<StoredState>>();

/**
 * Loads a copy of a state.
 * @param name identifies the state and all settings that affect it
 * @param start starts the marketplace in which the state is created
 * @param createState brings that marketplace into the state; its result must be plain data without functions
 * @returns the result of `createState` with the ids of the copy
 */
export async function loadState<Market extends Target, Result>(
  name: string,
  target: Target,
  start: () => Promise<Market>,
  createState: (market: Market) => Promise<Result>,
): Promise<Result> {
  const state = states.get(name) ?? readOrCreate(name, start, createState);
  states.set(name, state);
  return copyState(await state, target);
}

/** Reads a state that another worker has created. If there is none, creates it and stores it for the others. */
async function readOrCreate<Market extends Target>(
  name: string,
  start: () => Promise<Market>,
  createState: (market: Market) => Promise<unknown>,
): Promise<StoredState> {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const file = join(inject('scratch'), `state-${hash}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const state = await recordState(await start(), createState);
  const temporary = `${file}.${randomUUID()}`;
  writeFileSync(temporary, JSON.stringify(state));
  renameSync(temporary, file);
  return state;
}

async function recordState<Market extends Target>(
  market: Market,
  createState: (market: Market) => Promise<unknown>,
): Promise<StoredState> {
  const { providerUrl, service } = market;
  const initialIds = new Set((await listProviderObjects(providerUrl)).map(({ id }) => id));
  const result = await createState(market);
  const [items, objects, providerObjects] = await Promise.all([
    listItems(service),
    listObjects(service),
    listProviderObjects(providerUrl),
  ]);
  return {
    createdAt: service.deps.clock.now().getTime(),
    providerUrl,
    service: JSON.stringify({ items, objects: objects.map(({ content: _, ...object }) => object), result }),
    contents: objects.map(({ content }) => content),
    provider: JSON.stringify(providerObjects.filter(({ id }) => !initialIds.has(id))),
  };
}

async function copyState<Result>(state: StoredState, { service, providerUrl }: Target): Promise<Result> {
  const { clock, environment } = service.deps;
  const rename = createRenaming(state);
  const { items, objects, result } = JSON.parse(
    rename(state.service, clock.now().getTime() - state.createdAt).replaceAll(state.providerUrl, providerUrl),
  ) as { items: WireItem[]; objects: StoredObject[]; result: Result };
  const provider = rename(state.provider, Date.now() - state.createdAt);
  const providerObjects = JSON.parse(provider.replaceAll(state.providerUrl, providerUrl)) as object[];
  await Promise.all([
    writeItems(String(environment.TABLE_NAME), items),
    ...objects.map(({ key, headers }, index) => {
      const body = Buffer.from(state.contents[index] ?? '', 'base64');
      return fetch(objectUrl(service, key), { method: 'PUT', headers, body });
    }),
    providerObjects.length > 0 && callTestControl(providerUrl, 'objects', { objects: providerObjects }),
  ]);
  return result;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
/** Matches the random part of the provider's ids and of the keys of received objects. */
const RANDOM_HEX = /(?<=[_/])[0-9a-f]{32}\b/g;
const CLAIMED_PHONE = /(?<="PHONE#)\+\d+/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Matches times in seconds since 1970, until 2033. It does not match tax ids, which begin with 2. */
const SECONDS = /(?<=:"?)1\d{9}(?="?[,}])/g;
const TESTIMONY_NUMBER = /(?<=#number#)[0-9A-F]{8}/g;

/** Creates a function that replaces ids and phone numbers by new ones, and moves times by a number of milliseconds. */
function createRenaming({
  createdAt,
  service,
  provider,
}: StoredState): (text: string, shift: number) => string {
  const all = `${service}${provider}`;
  const names = new Map<string, string>();
  // The ids are sorted, so that the new ids have the same order. The last digit, which determines the partition of a
  // job, is kept.
  for (const id of new Set(all.match(UUID)?.sort()))
    names.set(id, (id[14] === '7' ? v7() : randomUUID()).slice(0, -1) + id.slice(-1));
  const numbers = new Map(
    [...names].map(([id, newId]) => [getTestimonyNumber(id), getTestimonyNumber(newId)]),
  );
  for (const hex of all.match(RANDOM_HEX) ?? []) names.set(hex, randomUUID().replaceAll('-', ''));
  for (const phone of all.match(CLAIMED_PHONE) ?? []) names.set(phone, uniquePhone());
  const phones = [...names.keys()].filter(name => name.startsWith('+'));

  return (text, shift) => {
    const shiftTime = (time: string) => new Date(Date.parse(time) + shift).toISOString();
    const renamed = text
      .replace(UUID, id => names.get(id) ?? id)
      .replace(RANDOM_HEX, hex => names.get(hex) ?? hex)
      .replace(TESTIMONY_NUMBER, number => numbers.get(number) ?? number)
      .replace(TIME, shiftTime)
      .replaceAll(`#${formatMonth(createdAt)}"`, `#${formatMonth(createdAt + shift)}"`)
      .replace(SECONDS, seconds => String(Number(seconds) + Math.round(shift / 1000)));
    return phones.reduce((result, phone) => result.replaceAll(phone, names.get(phone) ?? phone), renamed);
  };
}

/** Formats the month of a time as index keys contain it. */
const formatMonth = (time: number): string => new Date(time).toISOString().slice(0, 7);

/** Lists the table's items in DynamoDB's wire format, without the rate limit counters. */
async function listItems({ deps: { environment } }: Pick<Service, 'deps'>): Promise<WireItem[]> {
  const scan = { TableName: environment.TABLE_NAME, ConsistentRead: true };
  const { Items, LastEvaluatedKey } = await callDynamodb<{ Items: WireItem[]; LastEvaluatedKey?: object }>(
    inject('emulators').dynamodb,
    'Scan',
    scan,
  );
  if (LastEvaluatedKey) throw new Error('the state is larger than 1 MB');
  return Items.filter(({ pk }) => !pk?.S?.startsWith('LIMIT#'));
}

/** Maximum number of items that DynamoDB accepts in one BatchWriteItem request. */
const BATCH_SIZE = 25;

async function writeItems(table: string, items: readonly WireItem[]): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    const requests = items.slice(start, start + BATCH_SIZE).map(Item => ({ PutRequest: { Item } }));
    await callDynamodb(inject('emulators').dynamodb, 'BatchWriteItem', {
      RequestItems: { [table]: requests },
    });
  }
}

const objectUrl = ({ deps: { environment } }: Pick<Service, 'deps'>, key: string) =>
  `${inject('emulators').s3}/${environment.BUCKET_NAME}/${key}`;

async function listObjects(service: Pick<Service, 'deps'>): Promise<(StoredObject & { content: string })[]> {
  const listing = await (await fetch(objectUrl(service, '?list-type=2'))).text();
  const keys = [...listing.matchAll(/<Key>([^<]+)</g)].map(([, key = '']) => key);
  return Promise.all(
    keys.map(async key => {
      const response = await fetch(objectUrl(service, key));
      const headers = Object.fromEntries(
        [...response.headers].filter(([name]) => /^content-(type|disposition)$|^x-amz-meta-/.test(name)),
      );
      return { key, headers, content: Buffer.from(await response.arrayBuffer()).toString('base64') };
    }),
  );
}

const listProviderObjects = async (url: string): Promise<{ readonly id: string }[]> =>
  JSON.parse((await callTestControl(url, 'objects')).json);
