/** Fills the table with many copies of a testimony, to simulate years of use. */
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { REGIONS } from '../../lib/validation/fields.ts';
import type { EmulatedService } from './emulated-service.ts';

type TableItem = Readonly<Record<string, unknown>>;
type TextReplacement = readonly [original: string | RegExp, copy: string];

const BATCH_SIZE = 25;

/**
 * Reads the items whose partition key matches. The function reads only the first page of the scan, so the table must
 * still be small.
 */
export async function scanPartitions(
  { documentClient, table }: EmulatedService,
  partitions: RegExp,
): Promise<TableItem[]> {
  const { Items = [] } = await documentClient.send(new ScanCommand({ TableName: table }));
  return Items.filter(({ pk }) => partitions.test(pk));
}

/** Writes one copy of the items for each number in `from … to - 1`. */
async function writeCopies(
  { documentClient, table }: EmulatedService,
  items: readonly TableItem[],
  [from, to]: readonly [from: number, to: number],
  createReplacements: (number: number) => readonly TextReplacement[],
): Promise<void> {
  let batch: { PutRequest: { Item: TableItem } }[] = [];
  const write = () => documentClient.send(new BatchWriteCommand({ RequestItems: { [table]: batch } }));
  for (let number = from; number < to; number++) {
    const replacements = createReplacements(number);
    for (const item of items) {
      batch.push({ PutRequest: { Item: replaceTexts(item, replacements) as TableItem } });
      if (batch.length < BATCH_SIZE) continue;
      await write();
      batch = [];
    }
  }
  if (batch.length > 0) await write();
}

/** Replaces texts in all strings of a value. The sets of DynamoDB stay sets. */
function replaceTexts(value: unknown, replacements: readonly TextReplacement[]): unknown {
  if (typeof value === 'string')
    return replacements.reduce((text, [original, copy]) => text.replace(original, copy), value);
  if (value instanceof Set) return new Set([...value].map(member => replaceTexts(member, replacements)));
  if (Array.isArray(value)) return value.map(member => replaceTexts(member, replacements));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaceTexts(member, replacements)]),
  );
}

/** Returns a function that adds copies of a testimony, with the same client and expert, in all regions. */
export async function createTestimonyCopier(service: EmulatedService, id: string, offerId: string) {
  const items = await scanPartitions(service, /^(TESTIMONY|CLIENT|EXPERT)#/);
  return (from: number, to: number) =>
    writeCopies(service, items, [from, to], number => {
      const region = REGIONS[number % REGIONS.length];
      return [
        [id, replaceIdPrefix(id, number)],
        [offerId, replaceIdPrefix(offerId, number)],
        ['OPEN#ke', `OPEN#${region}`],
        [/^ke$/, `${region}`],
      ];
    });
}

/** Replaces the first eight characters of an id with a number, so that the copies are valid ids in numeric order. */
export function replaceIdPrefix(text: string, number: number): string {
  return `${String(number).padStart(8, '0')}${text.slice(8)}`;
}
