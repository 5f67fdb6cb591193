/** Tags of operations, which are the first path segment after `/api/v1`. */
const TAGS: Readonly<Record<string, string>> = {
  auth: 'Registration, signing in, and what proves an address.',
  me: "The caller's own account.",
  testimonies: 'Orders, the offers on them, payment and delivery.',
  uploads: 'Files that are too large for a form.',
  sandbox: 'For partners, where they try the service: absent elsewhere.',
  webhooks: 'For the payment provider.',
  operator: 'For those who run the marketplace, by AWS signature.',
  health: 'Whether the service takes requests.',
  docs: 'This description.',
};

export function tagOf(path: string): string {
  const [, first = ''] = /^\/api\/v1\/(\w+)/.exec(path) ?? [];
  const tag = first === 'openapi' ? 'docs' : first;
  if (!TAGS[tag]) throw new Error(`nothing is said about ${tag}`);
  return tag;
}

/** Lists the tags in use with their descriptions. */
export function tagsOf(used: ReadonlySet<string>): { name: string; description: string }[] {
  return Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
