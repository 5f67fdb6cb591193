/** The document that the API reference page displays: the OpenAPI description of the stage, with guides and rules. */
import { createOpenapiDocument, mapValues } from '../response/openapi-document.ts';
import { createPageTags, GUIDE_PAGES, listPageFiles, type ReferenceStage, RULE_PAGES } from './pages.ts';

type Api = Parameters<typeof createOpenapiDocument>[0];

interface Tag {
  readonly name: string;
}

/** Tags whose operations are hidden, because readers of the reference do not call them. */
const HIDDEN_TAGS: readonly string[] = ['docs', 'webhooks'];

const STAGES: Readonly<Record<string, string>> = {
  local: 'the **local stack** on your machine: a sandbox with simulated payments and mails',
  sandbox: 'the **sandbox**: payments are simulated, experts are approved at once, and no real money moves',
  production: '**production**: payments are real. Build and test against the sandbox first',
};

/** Pages to which the introduction links, by the name of their tag. */
const INTRODUCED_PAGES: Readonly<Record<string, string>> = {
  'docs-partners': 'Get a key and try every situation',
  'guides-quickstart': 'Begin with the quickstart',
  'api-errors': 'Every error code',
  'api-changelog': 'What has changed',
};

/**
 * Returns the document as JSON. Each page is a tag without operations. `x-tagGroups` determines the order of guides,
 * operations and rules.
 * @param stage.name value of STAGE
 */
export function createReferenceDocument(
  api: Api & { readonly info: { readonly description: string } },
  stage: ReferenceStage & { readonly name: string },
): string {
  const { info, tags, paths, ...rest } = JSON.parse(createOpenapiDocument(api, stage));
  const [guides, rules] = [listPageFiles(GUIDE_PAGES, stage), listPageFiles(RULE_PAGES, stage)];
  const createTags = (files: string[]) => createPageTags(files, [...guides, ...rules], stage.apiUrl);
  const groups = {
    [GUIDE_PAGES.name]: createTags(guides),
    Operations: (tags as Tag[]).filter(({ name }) => !HIDDEN_TAGS.includes(name)),
    [RULE_PAGES.name]: createTags(rules),
  };
  const { title, version, description } = info;
  const pages = Object.values(groups)
    .flat()
    .map(({ name }) => name);
  return JSON.stringify({
    ...rest,
    info: { title: `${title} API`, version, description: createIntroduction(description, stage, pages) },
    paths: adaptOperations(paths),
    tags: Object.values(groups).flat(),
    'x-tagGroups': Object.entries(groups).map(([name, members]) => ({
      name,
      tags: members.map(member => member.name),
    })),
  });
}

function createIntroduction(
  description: string,
  { name, apiUrl }: { readonly name: string; readonly apiUrl: string },
  pages: readonly string[],
): string {
  const links = Object.entries(INTRODUCED_PAGES)
    .filter(([page]) => pages.includes(page))
    .map(([page, text]) => `- [${text}](#tag/${page})`);
  return `This page documents ${STAGES[name] ?? STAGES.sandbox}. All paths are below \`${apiUrl}\`.

${links.join('\n')}

\`\`\`sh
API=${apiUrl}/api/v1
curl $API/auth/register/client \\
  -H 'Content-Type: application/json' \\
  -d '{
  "email": "eva.mala@klienti.sk",
  "password": "Tajne 123",
  "passwordConfirmation": "Tajne 123",
  "termsAgreed": true
}'
\`\`\`

${description} Tools read the [OpenAPI description](openapi.json).`;
}

interface Parameter {
  readonly required?: boolean;
  readonly example?: unknown;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Adapts the operations of the description to the way in which the API reference displays them. */
const adaptOperations = (paths: Paths): Paths =>
  mapValues(paths, methods => mapValues(methods, adaptOperation));

const adaptOperation = ({ summary, description, parameters = [], ...operation }: Operation): Operation => ({
  ...operation,
  // Scalar displays summaries as plain text.
  summary: summary.replaceAll('`', ''),
  description: omitSummary(description, summary),
  parameters: parameters.map(parameter => (parameter.required ? parameter : switchOff(parameter))),
});

/** Omits the first sentence of a description if it is also the heading of the operation. */
const omitSummary = (description: string, summary: string): string =>
  description.startsWith(`${summary}.`) ? description.slice(summary.length + 1).trim() : description;

/**
 * Changes an optional parameter so that the page sends it only when the reader has ticked it. Otherwise, Scalar would
 * send the first value of each enumeration, for example a simulated failure with every request.
 */
const switchOff = ({ example, ...parameter }: Parameter): Parameter & { readonly examples: object } => ({
  ...parameter,
  examples: { off: { summary: 'not sent', value: example ?? '', 'x-disabled': true } },
});
