/** Tests of the comparison of two API descriptions (infra/docs/api/versioning.md#compatible-changes). */
import { expect, it } from 'vitest';
import { compareDescriptions } from '../../../infra/releases/compare-descriptions.ts';
import type {
  ReducedDescription,
  ReducedOperation,
  Schema,
} from '../../../infra/releases/reduce-description.ts';

const OFFER: Schema = {
  type: 'object',
  required: ['price'],
  properties: {
    price: { type: 'number', minimum: 1, maximum: 100 },
    note: { anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }] },
    kind: { type: 'string', enum: ['fast', 'slow'] },
  },
};

const Text: Schema = { type: 'string', maxLength: 10 };

const OPERATION: ReducedOperation = {
  operationId: 'createOffer',
  security: [{ token: [] }],
  'x-requires': ['expert'],
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  requestBody: { required: true, content: { 'application/json': { schema: OFFER } } },
  responses: {
    201: {
      content: {
        'application/json': { schema: { type: 'object', required: ['data'], properties: { data: OFFER } } },
      },
    },
    409: { headers: { 'X-Error-Code': { schema: { enum: ['wrong-state', 'locked'] } } } },
  },
};

const createDescription = (operation: ReducedOperation, schemas = { Text }): ReducedDescription => ({
  paths: { '/api/v1/offers': { post: operation } },
  components: { schemas },
});

/** Compares the operation with a changed version of it, and returns the changes as lines. */
function compare(change: Partial<ReducedOperation>): string[] {
  const changes = compareDescriptions(
    createDescription(OPERATION),
    createDescription({ ...OPERATION, ...change }),
  );
  return changes.map(({ isBreaking, text }) => `${isBreaking ? 'breaking' : 'compatible'}: ${text}`);
}

const changeOffer = (properties: Record<string, Schema>, required: string[] = ['price']): Schema => ({
  ...OFFER,
  required,
  properties: { ...(OFFER.properties as Record<string, Schema>), ...properties },
});

const withRequest = (schema: Schema) =>
  compare({ requestBody: { content: { 'application/json': { schema } } } });

const withResponse = (schema: Schema) =>
  compare({
    responses: {
      ...OPERATION.responses,
      201: {
        content: {
          'application/json': {
            schema: { type: 'object', required: ['data'], properties: { data: schema } },
          },
        },
      },
    },
  });

it('compareDescriptions reports a new operation as compatible and a removed one as breaking', () => {
  const empty = { paths: {}, components: { schemas: {} } };
  const full = createDescription(OPERATION);

  expect(compareDescriptions(empty, full)).toEqual([
    {
      isBreaking: false,
      operationId: 'createOffer',
      path: '/offers',
      name: '',
      text: 'POST /api/v1/offers was added.',
    },
  ]);
  expect(compareDescriptions(full, empty)).toMatchObject([{ isBreaking: true }]);
  expect(compareDescriptions(full, full)).toEqual([]);
});

it.each<[string, Partial<ReducedOperation>, string[]]>([
  ['another name', { operationId: 'makeOffer' }, ['breaking: The operation has another name.']],
  ['a deprecation', { deprecated: true }, ['compatible: The operation is deprecated.']],
  ['another authentication', { security: [] }, ['breaking: The authentication has changed.']],
  ['a new requirement', { 'x-requires': ['expert', 'verified'] }, ['breaking: The caller must be verified.']],
  ['a dropped requirement', { 'x-requires': [] }, ['compatible: The caller need not be expert any more.']],
  ['a removed parameter', { parameters: [] }, ['breaking: The parameter id was removed.']],
  [
    'a removed error code',
    {
      responses: {
        201: OPERATION.responses[201] ?? {},
        409: { headers: { 'X-Error-Code': { schema: { enum: ['wrong-state', 'late'] } } } },
      },
    },
    ['compatible: The error code late was added.', 'breaking: The error code locked was removed.'],
  ],
  [
    'a removed status',
    { responses: { 201: OPERATION.responses[201] ?? {}, 422: {} } },
    ['compatible: The status 422 was added.', 'breaking: The status 409 was removed.'],
  ],
])('compareDescriptions reports %s', (_, change, expected) => {
  expect(compare(change)).toEqual(expected);
});

it.each<[string, Schema, string[]]>([
  [
    'a new optional field',
    changeOffer({ days: { type: 'integer' } }),
    ['compatible: The optional field days was added.'],
  ],
  [
    'a new required field',
    changeOffer({ days: { type: 'integer' } }, ['price', 'days']),
    ['breaking: The required field days was added.'],
  ],
  [
    'a new object with a required member',
    changeOffer({
      place: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    }),
    [
      'compatible: The optional field place was added.',
      'compatible: The required field place.city was added.',
    ],
  ],
  ['a field that becomes required', changeOffer({}, ['price', 'note']), ['breaking: note is required now.']],
  ['a field that becomes optional', changeOffer({}, []), ['compatible: price is optional now.']],
  [
    'a field that may not be null any more',
    changeOffer({ note: Text }),
    ['breaking: note may not be null any more.'],
  ],
  [
    'a new value',
    changeOffer({ kind: { type: 'string', enum: ['fast', 'slow', 'x'] } }),
    ['compatible: kind takes the value x.'],
  ],
  [
    'a removed value',
    changeOffer({ kind: { type: 'string', enum: ['fast'] } }),
    ['breaking: kind does not take the value slow any more.'],
  ],
  [
    'narrower and wider limits',
    changeOffer({ price: { type: 'number', minimum: 0, maximum: 50 } }),
    ['compatible: minimum of price is 0 now.', 'breaking: maximum of price is 50 now.'],
  ],
  [
    'a limit that is dropped',
    changeOffer({ price: { type: 'number', minimum: 1 } }),
    ['compatible: maximum of price is unlimited now.'],
  ],
])('compareDescriptions reports %s', (_, schema, expected) => {
  expect(withRequest(schema)).toEqual(expected);
});

it.each<[string, Schema, string[]]>([
  [
    'a new field',
    changeOffer({ days: { type: 'integer' } }),
    ['compatible: data.days was added to the response 201.'],
  ],
  [
    'a removed field',
    { ...OFFER, properties: { price: { type: 'number', minimum: 1, maximum: 100 } } },
    [
      'breaking: data.note was removed from the response 201.',
      'breaking: data.kind was removed from the response 201.',
    ],
  ],
  ['a field that can be missing', changeOffer({}, []), ['breaking: data.price is not always present now.']],
  [
    'a field that can be null',
    changeOffer({ price: { type: ['number', 'null'] } }),
    ['breaking: data.price can be null now.'],
  ],
  ['a field that is never null', changeOffer({ note: Text }), ['compatible: data.note is never null now.']],
  [
    'a new value',
    changeOffer({ kind: { type: 'string', enum: ['fast', 'slow', 'x'] } }),
    ['compatible: data.kind can have the value x.'],
  ],
])('compareDescriptions reports %s', (_, schema, expected) => {
  expect(withResponse(schema)).toEqual(expected);
});

it('compareDescriptions reports no change when a schema gets a name or is split with allOf', () => {
  const { price, ...others } = OFFER.properties as Record<string, Schema>;
  const parts = [
    { type: 'object', required: ['price'], properties: { price: { $ref: '#/components/schemas/Price' } } },
    { type: 'object', properties: others },
  ];
  const schemas = { Text, Price: price as Schema };
  const content = { 'application/json': { schema: { allOf: parts } } };
  const after = createDescription({ ...OPERATION, requestBody: { required: true, content } }, schemas);

  expect(compareDescriptions(createDescription(OPERATION), after)).toEqual([]);
});

it('compareDescriptions can compare recursive schemas', () => {
  const Tree = { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } };
  const recursive = createDescription({ ...OPERATION, requestBody: { content } }, { Text, Tree } as never);

  expect(compareDescriptions(recursive, recursive)).toEqual([]);
});
