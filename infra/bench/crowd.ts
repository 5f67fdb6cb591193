/** Fills the table with copies of items, as many as years of use would leave. */
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { REGIONS } from '../../lib/validation/fields.ts';
import type { Service } from './service.ts';

type Item = Readonly<Record<string, unknown>>;
type Replacement = readonly [original: string, copy: string];

const BATCH_SIZE = 25;

/** Reads the items of these partitions from a table that is still small. */
export async function itemsIn({ documents, table }: Service, partitions: RegExp): Promise<Item[]> {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: table }));
  return Items.filter(({ pk }) => partitions.test(pk));
}

/** Writes one copy of the items for each number in `from … to - 1`. */
async function writeCopies(
  { documents, table }: Service,
  items: readonly Item[],
  [from, to]: readonly [from: number, to: number],
  replacementsOf: (number: number) => readonly Replacement[],
): Promise<void> {
  const texts = items.map(item => JSON.stringify(item));
  let batch: { PutRequest: { Item: Item } }[] = [];
  const write = () => documents.send(new BatchWriteCommand({ RequestItems: { [table]: batch } }));
  for (let number = from; number < to; number++) {
    const replacements = replacementsOf(number);
    for (const text of texts) {
      const copy = replacements.reduce((result, [original, own]) => result.replaceAll(original, own), text);
      batch.push({ PutRequest: { Item: JSON.parse(copy) } });
      if (batch.length < BATCH_SIZE) continue;
      await write();
      batch = [];
    }
  }
  if (batch.length > 0) await write();
}

/** @returns a function that adds testimonies like this one, of the same client and expert, over all regions */
export async function testimoniesLike(service: Service, id: string, offerId: string) {
  const items = await itemsIn(service, /^(TESTIMONY|CLIENT|EXPERT)#/);
  return (from: number, to: number) =>
    writeCopies(service, items, [from, to], number => {
      const region = REGIONS[number % REGIONS.length];
      return [
        [id, numbered(id, number)],
        [offerId, numbered(offerId, number)],
        ['"gsi1pk":"OPEN#ke"', `"gsi1pk":"OPEN#${region}"`],
        ['"region":"ke"', `"region":"${region}"`],
      ];
    });
}

/** Replaces the first eight characters: ids remain ids, ordered by their numbers. */
export function numbered(text: string, number: number): string {
  return `${String(number).padStart(8, '0')}${text.slice(8)}`;
}
