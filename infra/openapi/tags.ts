/** Names of tags for people, where the tag itself is no name. */
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  auth: 'Registration and login',
  me: 'Account',
  testimonies: 'Testimonies and offers',
  uploads: 'Uploads',
  sandbox: 'Sandbox',
  webhooks: 'Events from Stripe',
  operator: 'Operators',
  health: 'Health',
  docs: 'Description',
};

/** Tags of operations. The tag of a route is the first segment of its path after `/api/v1`. */
const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  auth: 'Registration, login, e-mail verification and password reset.',
  me: "The caller's account.",
  testimonies: 'Testimonies, their offers, payment and delivery.',
  'webhook-endpoints': 'Webhook endpoints of the account, which receive its events.',
  uploads: 'Uploads of files that exceed the request size limit.',
  sandbox: 'Test controls for partners, available in the sandbox only.',
  webhooks: 'Events from the payment provider.',
  operator: 'Routes for operators, who authenticate with an AWS signature.',
  health: 'Health of the service.',
  docs: 'This API description.',
};

export function getTag(path: string): string {
  const [, segment = ''] = /^\/api\/v1\/([\w-]+)/.exec(path) ?? [];
  const tag = segment === 'openapi' ? 'docs' : segment;
  if (!TAG_DESCRIPTIONS[tag]) throw new Error(`The tag ${tag} has no description.`);
  return tag;
}

interface Tag {
  readonly name: string;
  readonly 'x-displayName': string;
  readonly description: string;
}

/** Lists the tags in use with their names for people and their descriptions. */
export function describeTags(usedTags: ReadonlySet<string>): Tag[] {
  return Object.entries(TAG_DESCRIPTIONS)
    .filter(([name]) => usedTags.has(name))
    .map(([name, description]) => ({ name, 'x-displayName': DISPLAY_NAMES[name] ?? name, description }));
}
