/** What an operation is called by whoever generates code from the description. */

/** What a verb alone is about: `offers-create` → `createOffer`. The others name it themselves. */
const THINGS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  approvals: ['approval', 'approvals'],
  docs: ['docs', 'docs'],
  me: ['me', 'me'],
  offers: ['offer', 'offers'],
  testimonies: ['testimony', 'testimonies'],
  uploads: ['upload', 'uploads'],
  webhooks: ['event', 'events'],
};

/** @param name of the function, as in `infra/functions`: `me-show` → `showMe`, `auth-login` → `login` */
export function operationIdOf(name: string): string {
  const [folder = '', verb = '', ...rest] = name.split('-');
  if (folder === 'operator') return camel([folder, verb, ...rest]);
  const [one, many] = THINGS[folder] ?? [];
  const isAlone = rest.length === 0 || rest[0] === 'in';
  const object = isAlone && one && many ? [verb === 'list' ? many : one] : [];
  return camel([verb || folder, ...object, ...rest]);
}

const camel = ([first = '', ...others]: readonly string[]) =>
  first + others.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('');
