/** Tests of the conversion of items to records, which checks them against the schema of their kind. */
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import { withLogContext } from '../../../../../lib/log.ts';
import { createRecordReader, readValid } from '../../../../../lib/platform/aws/table/record-reader.ts';
import { clearOutput, readLogEvents, readOutput } from '../../../../support/captured-log.ts';

interface Tree {
  readonly kind: 'oak' | 'beech';
  readonly place: { readonly region: string };
  readonly height?: number;
}

const createTreeSchema = () =>
  v.object({
    kind: v.picklist(['oak', 'beech']),
    place: v.object({ region: v.string() }),
    height: v.exactOptional(v.number()),
  });

const toTree = createRecordReader<Tree, typeof createTreeSchema>('tree', createTreeSchema);
const createItem = (id: string, tree: object) => ({ pk: `TREE#${id}`, sk: 'TREE', ...tree });
const OAK = { kind: 'oak', place: { region: 'ke' } };

beforeEach(clearOutput);

it('a record keeps attributes that its schema does not know, but no keys', () => {
  const item = createItem('1', { ...OAK, gsi1pk: 'TREES', gsi1sk: '1', planted: 1900 });

  expect(toTree(item)).toEqual({ ...OAK, planted: 1900 });
});

it('the error about an invalid item names its kind and all invalid fields', () => {
  const item = createItem('2', { kind: 'Novák', place: {}, height: 'high' });

  expect(() => toTree(item)).toThrow(
    expect.objectContaining({
      name: 'InvalidRecord',
      code: 'internal',
      message: 'The tree has invalid fields: kind, place.region, height.',
    }),
  );
});

it('a list omits invalid items and logs their kinds and keys without their content', () => {
  const items = [OAK, { kind: 'Novák' }, OAK].map((tree, index) => createItem(`3${index}`, tree));

  expect(readValid(items, toTree)).toEqual([OAK, OAK]);

  expect(readLogEvents('table.item_invalid')).toEqual([
    expect.objectContaining({ level: 'error', detail: 'tree TREE#31 TREE' }),
  ]);
  expect(readOutput()).toContain('"InvalidItems":1');
  expect(readOutput()).not.toContain('Novák');
});

it('an invalid item is logged once for each request that reads it', async () => {
  const item = createItem('4', {});
  const readTwice = async () => void [readValid([item], toTree), readValid([item], toTree)];

  await withLogContext('first', readTwice);
  await withLogContext('second', readTwice);

  const lines = readLogEvents('table.item_invalid');
  expect(lines.map(({ requestId }) => requestId)).toEqual(['first', 'second']);
});
