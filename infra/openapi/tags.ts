/** Tags of operations. The tag of a route is the first segment of its path after `/api/v1`. */
const TAGS: Readonly<Record<string, readonly [displayName: string, description: string]>> = {
  auth: ['Registration and login', 'Registration, login, e-mail verification and password reset.'],
  me: ['Account', "The caller's account."],
  testimonies: ['Testimonies and offers', 'Testimonies, their offers, payment and delivery.'],
  partner: ['Partner', 'Settings, key, webhook and events of a partner, who authenticates with its key.'],
  digests: ['Digests', 'Unsubscription from digests of new testimonies.'],
  uploads: ['Uploads', 'Uploads of files that exceed the request size limit.'],
  sandbox: ['Sandbox', 'Test controls for partners, available in the sandbox only.'],
  webhooks: ['Events from Stripe', 'Events from the payment provider.'],
  operator: ['Operators', 'Routes for operators, who authenticate with an AWS signature.'],
  health: ['Health', 'Health of the service.'],
  docs: ['Description', 'This API description, and the client.'],
};

export function getTag(path: string): string {
  const [, segment = ''] = /^\/api\/v1\/([\w-]+)/.exec(path) ?? [];
  const tag = segment === 'openapi' || segment === 'client' ? 'docs' : segment;
  if (!TAGS[tag]) throw new Error(`The tag ${tag} has no description.`);
  return tag;
}

interface Tag {
  readonly name: string;
  readonly 'x-displayName': string;
  readonly description: string;
}

/** Lists the used tags, with their display names and descriptions. */
export function describeTags(usedTags: ReadonlySet<string>): Tag[] {
  return Object.entries(TAGS)
    .filter(([name]) => usedTags.has(name))
    .map(([name, [displayName, description]]) => ({ name, 'x-displayName': displayName, description }));
}
