/** Tags of operations, which are the first path segment after `/api/v1`. */
const TAGS: Readonly<Record<string, string>> = {
  auth: 'Registration, login, e-mail verification and password reset.',
  me: "The caller's account.",
  testimonies: 'Testimonies, their offers, payment and delivery.',
  uploads: 'Uploads of files that exceed the request size limit.',
  sandbox: 'Test controls for partners, available in the sandbox only.',
  webhooks: 'Events from the payment provider.',
  operator: 'Routes for operators, who authenticate with an AWS signature.',
  health: 'Health of the service.',
  docs: 'This API description.',
};

export function tagOf(path: string): string {
  const [, first = ''] = /^\/api\/v1\/(\w+)/.exec(path) ?? [];
  const tag = first === 'openapi' ? 'docs' : first;
  if (!TAGS[tag]) throw new Error(`The tag ${tag} has no description.`);
  return tag;
}

/** Lists the tags in use with their descriptions. */
export function tagsOf(used: ReadonlySet<string>): { name: string; description: string }[] {
  return Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
