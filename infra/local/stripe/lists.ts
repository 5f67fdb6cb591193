/** Lists as Stripe pages them: newest first, by cursor, filtered by what the objects say. */
import { type Call, existing, StripeError } from './call.ts';
import type { Stored } from './objects.ts';

const PAGE = 10;
const LONGEST_PAGE = 100;
const OF_PAGE = new Set(['ending_before', 'limit', 'starting_after']);

const COMPARED: Readonly<Record<string, (created: number, bound: number) => boolean>> = {
  created: (created, bound) => created === bound,
  'created[gt]': (created, bound) => created > bound,
  'created[gte]': (created, bound) => created >= bound,
  'created[lt]': (created, bound) => created < bound,
  'created[lte]': (created, bound) => created <= bound,
};

export function page({ params }: Call, url: string, all: readonly Stored[]): object {
  const found = all.filter(object => [...params].every(([name, value]) => matches(object, name, value)));
  const at = (name: string) => {
    const id = params.get(name);
    return id === null
      ? -1
      : found.indexOf(
          existing(
            found.find(one => one.id === id),
            'object',
            id,
            name,
          ),
        );
  };
  const from = at('starting_after') + 1;
  const until = params.has('ending_before') ? at('ending_before') : found.length;
  const length = lengthOf(params);
  const data = params.has('ending_before')
    ? found.slice(Math.max(0, until - length), until)
    : found.slice(from, from + length);
  const has_more = params.has('ending_before') ? until > length : found.length > from + length;
  return { object: 'list', data, has_more, url };
}

function matches(object: Stored, name: string, value: string): boolean {
  if (OF_PAGE.has(name) || name.startsWith('expand[')) return true;
  const compare = COMPARED[name];
  return compare ? compare(Number(object['created' as 'id']), Number(value)) : object[name as 'id'] === value;
}

function lengthOf(params: URLSearchParams): number {
  const length = Number(params.get('limit') ?? PAGE);
  if (length >= 1 && length <= LONGEST_PAGE) return length;
  const bound =
    length < 1
      ? 'greater than or equal to 1'
      : `less than or equal to ${LONGEST_PAGE} (it currently is '${length}')`;
  throw new StripeError(400, `This value must be ${bound}.`, {
    code: 'parameter_invalid_integer',
    param: 'limit',
  });
}
