/** `expand[]=payment_intent.latest_charge`: the object in place of its id, on a path of any length. */
import { type Call, mapOf, StripeError } from './call.ts';

type Members = Readonly<Record<string, unknown>>;

export function expanded(answer: object, { params, store }: Pick<Call, 'params' | 'store'>): object {
  const paths = Object.values(mapOf(params, 'expand'));
  return paths.reduce<Members>((object, path) => along(object, path.split('.'), path), answer as Members);

  function along(object: Members, [name = '', ...rest]: readonly string[], path: string): Members {
    const value = object[name];
    if (value === null) return object;
    if (Array.isArray(value)) return { ...object, [name]: value.map(one => along(one, rest, path)) };
    const found = typeof value === 'string' ? store.get(value) : value;
    if (typeof found !== 'object' || found === null)
      throw new StripeError(400, `This property cannot be expanded (${path}).`, { param: 'expand' });
    return { ...object, [name]: rest.length > 0 ? along(found as Members, rest, path) : found };
  }
}
