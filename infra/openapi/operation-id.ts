/** Operation ids, which client generators use as method names. */

/** Nouns added to a function name that is only a verb: `offers-create` becomes `createOffer`. */
const RESOURCE_NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  docs: ['docs', 'docs'],
  me: ['me', 'me'],
  offers: ['offer', 'offers'],
  partner: ['partner', 'partners'],
  testimonies: ['testimony', 'testimonies'],
  uploads: ['upload', 'uploads'],
  webhooks: ['event', 'events'],
};

/** Operation names of the functions whose own name does not say what the operation is about. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  'partner-rotate-key': 'rotate-partner-key',
};

/**
 * Derives the operation id from a function name: `me-show` becomes `showMe`, `auth-login` becomes `login`. A HEAD route
 * belongs to the function of a GET route, and its id begins with `head`.
 * @param name the function's name in `infra/functions`
 */
export function createOperationId(name: string, method = 'GET'): string {
  if (method === 'HEAD') return toCamelCase(['head', createOperationId(name)]);
  const longName = LONG_NAMES[name];
  if (longName) return toCamelCase(longName.split('-'));
  const folder =
    Object.keys(RESOURCE_NOUNS).find(key => name.startsWith(`${key}-`)) ?? name.split('-')[0] ?? '';
  const [verb = '', ...rest] = name.slice(folder.length + 1).split('-');
  if (folder === 'operator') return toCamelCase([folder, verb, ...rest]);
  const [one, many] = RESOURCE_NOUNS[folder] ?? [];
  const isVerbOnly = rest.length === 0;
  const object = isVerbOnly && one && many ? (verb === 'list' ? many : one).split('-') : [];
  return toCamelCase([verb || folder, ...object, ...rest]);
}

export const toCamelCase = ([first = '', ...others]: readonly string[]) =>
  first + others.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
