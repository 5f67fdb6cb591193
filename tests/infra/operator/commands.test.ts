/** Tests of the derivation of commands from the operations of an API. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createRecordColumns, createSections } from '../../../infra/operator/columns.ts';
import { COMMANDS, deriveCommands } from '../../../infra/operator/commands.ts';
import * as exceptions from '../../../infra/operator/exceptions.ts';
import { generateOperations } from '../../../infra/operator/generate-operations.ts';
import operations from '../../../infra/operator/operations.json' with { type: 'json' };
import { startFakeOperatorApi } from './fake-operator-api.ts';
import { BASE, createPage } from './prepared-responses.ts';
import { runOperator } from './run-operator.ts';
import { PARCEL_ID, SAMPLE_OPERATIONS } from './sample-operations.ts';

const PARCEL = {
  id: PARCEL_ID,
  name: 'Books',
  createdAt: '2026-03-01T08:15:30.123Z',
  amount: 60.5,
  weight: 2,
  isLate: true,
  labels: ['new', 'heavy'],
  receiver: { city: 'Trnava', readAt: null },
  events: [{ at: '2026-03-02T09:00:59.000Z', note: `Left at ${'the door '.repeat(9)}` }],
};

const fakeApi = await startFakeOperatorApi(
  { AKIDEXAMPLE: 'secret' },
  {
    [`GET ${BASE}/parcels?state=open`]: { body: createPage([PARCEL]) },
    [`GET ${BASE}/parcels?id=${PARCEL_ID}`]: { body: createPage([PARCEL]) },
    [`GET ${BASE}/parcels?state=sent&place=B%C3%A1b%20%26%20co&limit=5`]: { body: createPage([]) },
    [`POST ${BASE}/parcels`]: { status: 201, body: { data: { ...PARCEL, receiver: null, events: [] } } },
    [`POST ${BASE}/parcels/${PARCEL_ID}/send-back`]: { status: 204, body: '' },
    [`GET ${BASE}/carts`]: { body: createPage([{ id: 'b1', name: 'Other' }, PARCEL]) },
    [`POST ${BASE}/carts/${PARCEL_ID}/close`]: { status: 204, body: '' },
  },
);
afterAll(() => fakeApi.stop());
beforeEach(() => void fakeApi.calls.splice(0));

const ENV = {
  API_URL: fakeApi.url,
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
};
const commands = deriveCommands(SAMPLE_OPERATIONS);
const run = (...args: string[]) => runOperator(args, ENV, { commands });
const CREATION = ['parcels', 'create', '--amount', '60,50', '--receiver-city', 'Nitra', '--yes'];

it('a command is named after the group of its route and the verb of its operation, a list after its filter', () => {
  expect(commands.map(({ name }) => name)).toEqual([
    'parcels open',
    'parcels sent',
    'parcels show',
    'parcels create',
    'parcels send-back',
    'carts list',
    'carts close',
  ]);
});

it('operations.json is the output of `npm run docs`', async () => {
  const file = new URL('../../../infra/operator/operations.json', import.meta.url);

  expect(readFileSync(file, 'utf8') === (await generateOperations()), 'npm run docs').toBe(true);
});

it('every operation of the operators has a command, and no two commands have the same name', () => {
  const names = COMMANDS.map(({ name }) => name);

  expect(new Set(COMMANDS.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('every command that changes a record can read the record before the change', () => {
  const changes = COMMANDS.filter(({ method, path }) => method !== 'GET' && path.includes('{'));

  expect(changes.filter(({ subject }) => !subject)).toEqual([]);
});

it('the confirmation question of a command has a text for each absent option except the reason', () => {
  const absent = COMMANDS.filter(({ method }) => method !== 'GET').flatMap(({ operationId, options }) =>
    options
      .filter(({ name, isRequired }) => !isRequired && name !== 'reason')
      .filter(({ name }) => !exceptions.ABSENT_OPTION_TEXTS[operationId]?.[name]),
  );

  expect(absent).toEqual([]);
});

it('every exception from the derived commands concerns an operation, a command, a field or a member that exists', () => {
  const {
    ABSENT_OPTION_TEXTS,
    COMMAND_NAMES,
    ARGUMENT_FIELDS,
    SUBJECT_LIST_COMMANDS,
    OPTION_TEXTS,
    TABLE_MEMBERS,
    SUBJECT_MEMBERS,
  } = exceptions;
  const sections = COMMANDS.flatMap(({ schema }) => createSections(schema));
  const columns = COMMANDS.flatMap(({ schema }) => createRecordColumns(schema));
  const known = [
    ...COMMANDS.flatMap(({ operationId, name, fields }) => [
      operationId,
      name,
      ...fields.map(field => field.name),
    ]),
    ...[...columns, ...sections, ...sections.flatMap(section => section.columns)].map(({ member }) => member),
  ];
  const members = [...Object.values(TABLE_MEMBERS), SUBJECT_MEMBERS].flatMap(names => names.split(' '));
  const fixedValues = Object.values(COMMAND_NAMES).flatMap(commands => Object.values(commands));
  const lists = Object.values(SUBJECT_LIST_COMMANDS).map(([list]) => list);
  const equalFields = Object.values(SUBJECT_LIST_COMMANDS).flatMap(([, fields]) =>
    Object.entries(fields).flat(),
  );
  const keys = [
    ABSENT_OPTION_TEXTS,
    COMMAND_NAMES,
    ARGUMENT_FIELDS,
    SUBJECT_LIST_COMMANDS,
    OPTION_TEXTS,
    TABLE_MEMBERS,
    ...Object.values(ABSENT_OPTION_TEXTS),
    ...fixedValues,
  ].flatMap(Object.keys);
  const values = [...Object.values(ARGUMENT_FIELDS), ...lists, ...equalFields];

  expect([...keys, ...values, ...members].filter(name => !known.includes(name))).toEqual([]);
});

it('options are sent where the operation expects them: in the path, the query or objects of the body', async () => {
  await run('parcels', 'sent', '--limit', '5', '--place', 'Báb & co');
  await run(...CREATION, '--labels', 'new', 'heavy', '--kind', 'small', '--receiver-postal-code', '949 01');
  await run('parcels', 'send-back', PARCEL_ID.toUpperCase(), '--reason', 'Sent twice.', '--yes');

  const signedBy = 'AKIDEXAMPLE';
  expect(fakeApi.calls).toEqual([
    {
      method: 'GET',
      path: `${BASE}/parcels?state=sent&place=B%C3%A1b%20%26%20co&limit=5`,
      body: '',
      signedBy,
    },
    {
      method: 'POST',
      path: `${BASE}/parcels`,
      body: {
        amount: 60.5,
        kind: 'small',
        receiver: { city: 'Nitra', postalCode: '949 01' },
        labels: ['new', 'heavy'],
      },
      signedBy,
    },
    {
      method: 'POST',
      path: `${BASE}/parcels/${PARCEL_ID}/send-back`,
      body: { reason: 'Sent twice.' },
      signedBy,
    },
  ]);
});

it.each([
  [['--is-fragile'], true],
  [['--is-fragile', 'false'], false],
  [[], undefined],
])('the flag %j is sent as %s', async (flag, isFragile) => {
  await run(...CREATION, ...flag);

  const [{ body } = {}] = fakeApi.calls;
  expect((body as { isFragile?: boolean }).isFragile).toBe(isFragile);
});

it.each([
  ['a missing argument', ['parcels', 'show'], "missing required argument 'id'"],
  ['an incomplete id', ['parcels', 'show', '0198c0de'], 'An id has 36 characters'],
  ['an id that is a path', ['parcels', 'show', `../${PARCEL_ID}`], 'An id has 36 characters'],
  ['a missing member of the body', CREATION.slice(0, 4), "required option '--receiver-city <text>'"],
  ['a value that is not in the enumeration', [...CREATION, '--kind', 'huge'], 'choices are small, large'],
  ['a blank text', [...CREATION, '--labels', ' '], 'A value is not blank.'],
  ['a flag that is neither true nor false', [...CREATION, '--is-fragile', 'yes'], 'true or false'],
  ['a number that is not whole', ['parcels', 'open', '--limit', '1.5'], 'A number is whole'],
  ['an unknown option', ['parcels', 'open', '--force'], "unknown option '--force'"],
  [
    'the option of another record in a list',
    ['parcels', 'show', PARCEL_ID, '--place', 'x'],
    'unknown option',
  ],
  ['the confirmation of a command that only reads', ['parcels', 'open', '--yes'], "unknown option '--yes'"],
  ['an amount that is a text', [...CREATION, '--amount', 'abc'], 'number of euros'],
  ['an amount with parts of cents', [...CREATION, '--amount', '60,555'], 'number of euros'],
  ['an amount with an exponent', [...CREATION, '--amount', '1e3'], 'number of euros'],
  ['a negative amount', [...CREATION, '--amount', '-5'], 'number of euros'],
  ['an empty amount', [...CREATION, '--amount', ''], 'number of euros'],
] as const)('a command rejects %s without a request', async (_, args, message) => {
  const { code, stderr } = await run(...args);

  expect({ code, calls: fakeApi.calls }).toEqual({ code: 2, calls: [] });
  expect(stderr).toContain(message);
});

it('the help of a command has the description of its operation, its required options and the choices of each', async () => {
  const { stdout } = await run('parcels', 'create', '--help');

  expect(stdout).toContain(
    'parcels create [options] --amount <text> --receiver-city <text>\n\nSummary. Description.',
  );
  expect(stdout).toContain('Size of the parcel. (choices: "small", "large")');
});

it('the help lists each command with its summary, and a command that lists records with its filter', async () => {
  const { stdout } = await run('--help');

  expect(stdout).toMatch(/ {2}parcels open +Summary \(state open\)\.\n/);
  expect(stdout).toMatch(/ {2}parcels show <id> +Summary \(by id\)\.\n/);
  expect(stdout).toMatch(/ {2}parcels send-back <id> +Send a parcel back\.\n/);
});

it('a table of records shows times to the minute, amounts with cents, counts, flags and lists, but no objects', async () => {
  expect((await run('parcels', 'open')).stdout.split('\n')).toEqual([
    'ID                                    NAME   CREATED AT        AMOUNT  WEIGHT  IS LATE  LABELS',
    `${PARCEL_ID}  Books  2026-03-01 08:15  60.50   2       yes      new heavy`,
    '',
  ]);
});

it('the output of a record has a line for each value, including those in objects, and a complete table for each list of objects', async () => {
  const { stdout } = await run('parcels', 'show', PARCEL_ID);

  expect(stdout).toContain(
    'Labels            new heavy\nReceiver city     Trnava\nReceiver read at  -\n\nEvents\n',
  );
  expect(stdout).toContain(`2026-03-02 09:00  ${PARCEL.events[0]?.note.trim()}\n`);
});

it('a missing object of a record is printed as one line with a dash', async () => {
  const { stdout } = await run(...CREATION);

  expect(stdout).toContain('Done.\n\nId          0198');
  expect(stdout).toContain('Labels      new heavy\nReceiver    -\n\nEvents\nNone.\n');
});

it('an empty list is printed as "None."', async () => {
  expect((await run('parcels', 'sent', '--limit', '5', '--place', 'Báb & co')).stdout).toBe('None.\n');
});

it('a command prints "Done." when the response has no body', async () => {
  const args = ['parcels', 'send-back', PARCEL_ID, '--reason', 'x', '--yes'];

  expect(await run(...args)).toEqual({ code: 0, stdout: 'Done.\n', stderr: '' });
});

it.each([
  [
    ['parcels', 'send-back', PARCEL_ID, '--reason', 'x'],
    'Send a parcel back, name Books, amount 60.50? Type "yes": ',
  ],
  [['carts', 'close', PARCEL_ID], 'Close a cart, name Books, amount 60.50? Type "yes": '],
  [CREATION.slice(0, -1), 'Create a parcel, amount 60.50, receiver city Nitra? Type "yes": '],
])('the command %j asks with the name of its record and the values that it sends', async (args, question) => {
  const questions: string[] = [];
  const answer = async (text: string) => {
    questions.push(text);
    return 'yes';
  };

  expect(await runOperator(args, ENV, { commands, answer })).toMatchObject({ code: 0 });

  expect(questions[0]?.split('\n').at(-1)).toBe(question);
  expect(fakeApi.calls.at(-1)?.method).toBe('POST');
});
