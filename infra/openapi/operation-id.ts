/** Operation ids, which client generators use as method names. */

/** Nouns added to a function name that is only a verb: `offers-create` becomes `createOffer`. */
const THINGS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  docs: ['docs', 'docs'],
  me: ['me', 'me'],
  offers: ['offer', 'offers'],
  testimonies: ['testimony', 'testimonies'],
  uploads: ['upload', 'uploads'],
  webhooks: ['event', 'events'],
};

/**
 * Derives the operation id from a function name: `me-show` becomes `showMe`, `auth-login` becomes `login`.
 * @param name the function's name in `infra/functions`
 */
export function operationIdOf(name: string): string {
  const [folder = '', verb = '', ...rest] = name.split('-');
  if (folder === 'operator') return camel([folder, verb, ...rest]);
  const [one, many] = THINGS[folder] ?? [];
  const isAlone = rest.length === 0;
  const object = isAlone && one && many ? [verb === 'list' ? many : one] : [];
  return camel([verb || folder, ...object, ...rest]);
}

const camel = ([first = '', ...others]: readonly string[]) =>
  first + others.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
