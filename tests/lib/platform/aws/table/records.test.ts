/** Tests of the conversion of items to records by the schema of their kind. */
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import { withLogContext } from '../../../../../lib/log.ts';
import { createRecordReader, readValid } from '../../../../../lib/platform/aws/table/records.ts';
import { clearOutput, readLogEvents, readOutput } from '../../../../support/captured-log.ts';

const createTreeSchema = () =>
  v.object({
    kind: v.picklist(['oak', 'beech']),
    place: v.object({ region: v.string() }),
    height: v.exactOptional(v.number()),
    owners: v.optional(v.array(v.string()), []),
  });

const toTree = createRecordReader('tree', createTreeSchema);
const createItem = (id: string, tree: object) => ({ pk: `TREE#${id}`, sk: 'TREE', ...tree });
const OAK = { kind: 'oak', place: { region: 'ke' }, owners: ['Jana'] };

beforeEach(clearOutput);

it('a record keeps attributes that its schema does not know, but no keys', () => {
  const keys = { gsi1pk: 'TREES', gsi1sk: '1', expiresAt: 1 };
  const tree = { ...OAK, place: { region: 'ke', street: 'Hlavná' }, planted: 1900 };

  expect(toTree(createItem('1', { ...tree, ...keys }))).toEqual(tree);
});

it('a default in the schema fills an absent attribute', () => {
  const { owners, ...withoutOwners } = OAK;

  expect(toTree(createItem('1', withoutOwners))).toEqual({ ...OAK, owners: [] });
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
