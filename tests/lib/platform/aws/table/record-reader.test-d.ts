/** Type tests of record readers: the schema of a kind must match its type. */
import * as v from 'valibot';
import { it } from 'vitest';
import { createRecordReader } from '../../../../../lib/platform/aws/table/record-reader.ts';

interface Tree {
  readonly kind: 'oak' | 'beech';
  readonly place: { readonly region: string };
}

it('the compiler reports an error if a schema differs from its type', () => {
  const withoutRegion = () => v.object({ kind: v.picklist(['oak', 'beech']), place: v.object({}) });
  const withoutBeech = () => v.object({ kind: v.picklist(['oak']), place: v.object({ region: v.string() }) });
  // @ts-expect-error the type has a region, which the schema does not require
  createRecordReader<Tree, typeof withoutRegion>('tree', withoutRegion);
  // @ts-expect-error the type has beeches, which the schema rejects
  createRecordReader<Tree, typeof withoutBeech>('tree', withoutBeech);
});
