/** Fills the table with many copies of a testimony, to simulate years of use. */
import { REGIONS } from '../../lib/validation/fields.ts';
import { callDynamodb } from '../local/dynamodb.ts';
import type { EmulatedService } from './emulated-service.ts';

const BATCH_SIZE = 25;

interface WireItem {
  readonly pk: { readonly S: string };
}

/**
 * Creates a function that copies a testimony of the region `ke` once for each number from `from` to `to - 1`. The
 * copies have the same client and expert, and are spread over all regions. The table must be so small that a scan has
 * one page.
 */
export async function createTestimonyCopier({ environment, table }: EmulatedService, ids: readonly string[]) {
  const endpoint = String(environment.AWS_ENDPOINT_URL_DYNAMODB);
  const { Items } = await callDynamodb<{ Items: WireItem[] }>(endpoint, 'Scan', { TableName: table });
  const texts = Items.filter(({ pk }) => /^(TESTIMONY|CLIENT|EXPERT)#/.test(pk.S)).map(item =>
    JSON.stringify(item),
  );

  function copyItem(text: string, number: number): WireItem {
    const region = REGIONS[number % REGIONS.length];
    const copy = ids.reduce((result, id) => result.replaceAll(id, replaceIdPrefix(id, number)), text);
    return JSON.parse(copy.replaceAll('"OPEN#ke"', `"OPEN#${region}"`).replaceAll('"ke"', `"${region}"`));
  }

  return async (from: number, to: number): Promise<void> => {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    const copies = numbers.flatMap(number => texts.map(text => copyItem(text, number)));
    for (let start = 0; start < copies.length; start += BATCH_SIZE) {
      const requests = copies.slice(start, start + BATCH_SIZE).map(Item => ({ PutRequest: { Item } }));
      await callDynamodb(endpoint, 'BatchWriteItem', { RequestItems: { [table]: requests } });
    }
  };
}

/** Replaces the first eight characters of an id with a number, so that the copies are valid ids in numeric order. */
export function replaceIdPrefix(text: string, number: number): string {
  return `${String(number).padStart(8, '0')}${text.slice(8)}`;
}
