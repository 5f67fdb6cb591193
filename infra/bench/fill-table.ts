/** Fills the table with many copies of a testimony, to simulate years of use. */
import { BatchWriteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { REGIONS } from '../../lib/validation/fields.ts';
import type { EmulatedService } from './emulated-service.ts';

type TableItem = Readonly<Record<string, unknown>>;
type TextReplacement = readonly [original: string, copy: string];

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
  const texts = items.map(item => JSON.stringify(item));
  let batch: { PutRequest: { Item: TableItem } }[] = [];
  const write = () => documentClient.send(new BatchWriteCommand({ RequestItems: { [table]: batch } }));
  for (let number = from; number < to; number++) {
    const replacements = createReplacements(number);
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

/** Returns a function that adds copies of a testimony, with the same client and expert, in all regions. */
export async function createTestimonyCopier(service: EmulatedService, id: string, offerId: string) {
  const items = await scanPartitions(service, /^(TESTIMONY|CLIENT|EXPERT)#/);
  return (from: number, to: number) =>
    writeCopies(service, items, [from, to], number => {
      const region = REGIONS[number % REGIONS.length];
      return [
        [id, replaceIdPrefix(id, number)],
        [offerId, replaceIdPrefix(offerId, number)],
        ['"gsi1pk":"OPEN#ke"', `"gsi1pk":"OPEN#${region}"`],
        ['"region":"ke"', `"region":"${region}"`],
      ];
    });
}

/** Replaces the first eight characters of an id with a number, so that the copies are valid ids in numeric order. */
export function replaceIdPrefix(text: string, number: number): string {
  return `${String(number).padStart(8, '0')}${text.slice(8)}`;
}
