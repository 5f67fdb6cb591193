/** Tests that the labels of `lib/texts/labels.ts` belong to the enumerations of the API description. */
import { expect, it } from 'vitest';
import { describeApi, type OpenApi } from '../../../infra/openapi/describe-api.ts';
import { getLabelsName, LABEL_TABLES } from '../../../infra/openapi/enum-labels.ts';

/** Returns the values of each enumeration, by the name of its labels. */
const listEnumerations = ({ components }: OpenApi) =>
  Object.fromEntries(
    Object.entries(components.schemas)
      .filter(([name, { enum: values }]) => Array.isArray(values) && name !== 'ErrorCode')
      .map(([name, schema]) => [getLabelsName(name), [...(schema.enum as string[])].sort()]),
  );

it('every table of labels has the name and the values of an enumeration of the API', async () => {
  const enumerations = listEnumerations(await describeApi());
  const tables = Object.entries(LABEL_TABLES);

  for (const [name, table] of tables) expect(Object.keys(table).sort(), name).toEqual(enumerations[name]);
});
