/** Documentation pages in the API reference: guides, and the rules of each subject. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface PageGroup {
  readonly name: string;
  /**
   * Paths relative to the working directory. `package.patterns` in infra/functions/docs.yml adds the files to the zip.
   */
  readonly files: readonly string[];
}

export const GUIDE_PAGES: PageGroup = {
  name: 'Guides',
  files: [
    'infra/docs/partners.md',
    'infra/docs/guides/quickstart.md',
    'infra/docs/guides/registering-an-expert.md',
    'infra/docs/guides/paying.md',
    'infra/docs/guides/errors.md',
    'infra/docs/guides/idempotency.md',
    'infra/docs/guides/pagination.md',
    'infra/docs/guides/webhooks.md',
    'infra/docs/guides/react.md',
    'infra/docs/guides/going-live.md',
  ],
};

export const RULE_PAGES: PageGroup = {
  name: 'Rules',
  files: [
    'infra/docs/api/conventions.md',
    'infra/docs/api/errors.md',
    'infra/docs/api/validation.md',
    'infra/docs/api/registration.md',
    'infra/docs/api/accounts.md',
    'infra/docs/api/approval.md',
    'infra/docs/api/uploads.md',
    'infra/docs/api/testimonies.md',
    'infra/docs/api/payments.md',
    'infra/docs/api/webhooks.md',
    'infra/docs/api/mails.md',
    'infra/docs/api/partners.md',
    'infra/docs/api/sandbox.md',
    'infra/docs/api/versioning.md',
    'infra/docs/api/changelog.md',
  ],
};

const SANDBOX_FILES: readonly string[] = ['infra/docs/partners.md', 'infra/docs/api/sandbox.md'];

/** URL of the local API in the code samples of the pages. The URL of the stage replaces it. */
const LOCAL_URL = 'http://localhost:3000';

export interface ReferenceStage {
  readonly apiUrl: string;
  readonly sandbox: boolean;
}

/** A page in the form of an OpenAPI tag. Tags without operations are displayed as text. */
export interface PageTag {
  readonly name: string;
  readonly 'x-displayName': string;
  readonly description: string;
}

/** Lists the files of a group. Only the reference of the sandbox contains the pages about the sandbox. */
export const listPageFiles = ({ files }: PageGroup, { sandbox }: ReferenceStage): string[] =>
  files.filter(file => sandbox || !SANDBOX_FILES.includes(file));

/** Reads the pages as tags. Code samples call the API of the stage, and links lead to parts of the reference. */
export function createPageTags(
  files: readonly string[],
  linked: readonly string[],
  apiUrl: string,
): PageTag[] {
  return files.map(file => {
    const [heading = '', ...lines] = readFileSync(file, 'utf8').split('\n');
    const text = lines.join('\n').replaceAll(LOCAL_URL, apiUrl).trim();
    return {
      name: createTagName(file),
      'x-displayName': heading.replace(/^# /, ''),
      description: replaceProse(text, prose => lowerHeadings(replaceLinks(prose, file, linked))),
    };
  });
}

const createTagName = (file: string): string => `${basename(dirname(file))}-${basename(file, '.md')}`;

const replaceProse = (text: string, replace: (prose: string) => string): string =>
  text
    .split(/^(```[\s\S]*?^```)/m)
    .map((part, index) => (index % 2 === 0 ? replace(part) : part))
    .join('');

/**
 * Removes HTML comments from a page, and lowers its headings by one level, because the reference shows the page's title
 * above them.
 */
const lowerHeadings = (prose: string): string =>
  prose.replace(/^<!--.*-->$/gm, '').replace(/^(#+) /gm, '#$1 ');

/**
 * Changes links to other pages of the reference so that they lead to these pages. Links to other files are replaced by
 * their text.
 */
const replaceLinks = (prose: string, file: string, linked: readonly string[]): string =>
  prose.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (link, text: string, target: string) => {
    if (/^https?:/.test(target)) return link;
    const [path = ''] = target.split('#');
    const page = path ? join(dirname(file), path) : file;
    return linked.includes(page) ? `[${text}](#tag/${createTagName(page)})` : text;
  });
