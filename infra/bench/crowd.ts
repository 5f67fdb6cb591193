/** Fills the table with as many users or testimonies as a long life would bring. */

import { REGIONS } from '../../lib/validation/fields.ts';
import { dynamodb } from '../local/dynamodb.ts';
import { bareTable } from './bare-table.ts';

type Item = Record<string, { S?: string }>;

const PER_WRITE = 25;

/** What a copy has instead of each of these texts of the original. */
export type Replacements = readonly (readonly [original: string, own: string])[];

/** Without its stream the table takes a hundred times as many items a minute. */
export async function withoutStream(endpoint: string, TableName: string): Promise<void> {
  await dynamodb(endpoint, 'UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } });
}

/**
 * @param originals items as they are in the table
 * @returns what adds copies of them all, by their numbers
 */
function crowdOf(
  endpoint: string,
  table: string,
  originals: readonly Item[],
  replacements: (number: number) => Replacements,
): (from: number, to: number) => Promise<void> {
  const templates = originals.map(item => `{"PutRequest":{"Item":${JSON.stringify(item)}}}`);

  return async (from, to) => {
    const bare = bareTable(endpoint);
    let open: string[] = [];
    const write = () => bare.call('BatchWriteItem', `{"RequestItems":{"${table}":[${open.join()}]}}`);
    for (let number = from; number < to; number++) {
      const own = replacements(number);
      for (const template of templates) {
        open.push(own.reduce((text, [original, copy]) => text.replaceAll(original, copy), template));
        if (open.length < PER_WRITE) continue;
        await write();
        open = [];
      }
    }
    if (open.length > 0) await write();
    bare.close();
  };
}

/** Of a table that holds little more than what is to be copied. */
export async function itemsOf(endpoint: string, TableName: string, partitions: RegExp): Promise<Item[]> {
  const { Items } = await dynamodb<{ Items: Item[] }>(endpoint, 'Scan', { TableName });
  return Items.filter(({ pk }) => partitions.test(pk?.S ?? ''));
}

/** Copies of an account, each its own person. */
export async function usersLike(endpoint: string, table: string) {
  const items = await itemsOf(endpoint, table, /^(USER|EMAIL|PHONE)#/);
  const user = items.find(({ sk }) => sk?.S === 'USER');
  const token = items.find(({ sk }) => sk?.S?.startsWith('TOKEN#'));
  const own = [user?.id?.S, user?.email?.S, user?.phone?.S, token?.id?.S] as string[];
  return crowdOf(endpoint, table, items, number => own.map(text => [text, numbered(text, number)]));
}

/** The text with its first eight characters replaced: ids stay ids, in the order of their numbers. */
export function numbered(text: string, number: number): string {
  return `${String(number).padStart(8, '0')}${text.slice(8)}`;
}

/** Copies of a testimony and its only offer: the same client's and expert's, in one region after another. */
export async function testimoniesLike(endpoint: string, table: string, id: string, offerId: string) {
  const items = await itemsOf(endpoint, table, /^(TESTIMONY|CLIENT|EXPERT)#/);
  return crowdOf(endpoint, table, items, number => {
    const region = REGIONS[number % REGIONS.length];
    return [
      [id, numbered(id, number)],
      [offerId, numbered(offerId, number)],
      ['"S":"OPEN#ke"', `"S":"OPEN#${region}"`],
      ['"region":{"S":"ke"}', `"region":{"S":"${region}"}`],
    ];
  });
}
