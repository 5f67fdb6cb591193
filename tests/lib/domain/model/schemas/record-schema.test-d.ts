/** Type tests of stored records: their types are inferred from their schemas. */
import * as v from 'valibot';
import { it } from 'vitest';
import {
  type Created,
  numberSchema,
  type Stored,
  textSchema,
} from '../../../../../lib/domain/model/schemas/record-schema.ts';

const createTreeSchema = () =>
  v.object({ owners: v.array(v.object({ name: textSchema })), height: v.optional(numberSchema, 0) });

it('the compiler reports an error if a stored record is changed in place', () => {
  const tree: Stored<typeof createTreeSchema> = { owners: [], height: 0 };
  // @ts-expect-error the record is readonly
  tree.height = 1;
  // @ts-expect-error its lists are readonly
  tree.owners.push({ name: 'Jana' });
  // @ts-expect-error the members of its lists are readonly
  for (const owner of tree.owners) owner.name = 'Eva';
});

it('the compiler requires the fields without a default when a record is created', () => {
  const tree: Created<typeof createTreeSchema> = { owners: [] };
  // @ts-expect-error the owners have no default
  const withoutOwners: Created<typeof createTreeSchema> = { height: 1 };
  void [tree, withoutOwners];
});
