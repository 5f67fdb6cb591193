/** Tests of the document that the API reference displays. */
import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import api from '../../../../lib/http/openapi.json' with { type: 'json' };
import { GUIDE_PAGES, RULE_PAGES } from '../../../../lib/http/reference/pages.ts';
import { createReferenceDocument } from '../../../../lib/http/reference/reference-document.ts';

const SANDBOX = { name: 'sandbox', apiUrl: 'https://api.sandbox.example', sandbox: true };
const PRODUCTION = { name: 'production', apiUrl: 'https://api.example', sandbox: false };

interface Tag {
  readonly name: string;
  readonly 'x-displayName': string;
  readonly description: string;
}

const createDocument = (stage: typeof SANDBOX) => JSON.parse(createReferenceDocument(api, stage));
const findTag = (document: { tags: Tag[] }, name: string) => document.tags.find(tag => tag.name === name);

describe('the document of the API reference', () => {
  const document = createDocument(SANDBOX);
  const tags: Tag[] = document.tags;

  it('the API reference begins with the page for partners', () => {
    expect(document['x-tagGroups'][0].tags[0]).toBe('docs-partners');
  });

  it('every guide is a page of the API reference', () => {
    expect([...GUIDE_PAGES.files].sort()).toEqual(globSync('infra/docs/{guides/*,partners}.md').sort());
  });

  it('the API reference has no pages for operators', () => {
    expect(RULE_PAGES.files.filter(file => /operators/.test(file))).toEqual([]);
  });

  it('the page of a guide in the API reference has its heading as its name and its sections one level lower', () => {
    const quickstart = findTag(document, 'guides-quickstart');

    expect(quickstart?.['x-displayName']).toBe('Quickstart');
    expect(quickstart?.description).toMatch(/^### Register a client$/m);
    expect(tags.map(({ description }) => description).join('\n')).not.toMatch(/^#{1,2} /m);
  });

  it('the code samples on pages of the API reference call the server of the stage', () => {
    const text = JSON.stringify(document);

    expect(findTag(document, 'guides-quickstart')?.description).toContain(
      'API=https://api.sandbox.example/api/v1',
    );
    expect(text).not.toContain('localhost:3000');
    expect(document.servers).toEqual([{ url: 'https://api.sandbox.example' }]);
  });

  it('links to files that are not in the API reference are replaced by their text', () => {
    const names = tags.map(({ name }) => `#tag/${name}`);
    const targets = tags.flatMap(({ description }) =>
      [...description.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? ''),
    );

    expect(targets).toContain('#tag/guides-registering-an-expert');
    expect(targets.filter(target => !names.includes(target) && !/^https:/.test(target))).toEqual([]);
  });

  it('the introduction of the API reference says which stage it documents', () => {
    expect(document.info.description).toMatch(/documents the \*\*sandbox\*\*.*https:\/\/api.sandbox.example/);
    expect(createDocument(PRODUCTION).info.description).toMatch(/documents \*\*production\*\*/);
    expect(createDocument({ ...SANDBOX, name: 'local' }).info.description).toMatch(/the \*\*local stack\*\*/);
  });

  it('the API reference of production has neither operations nor a page of the sandbox', () => {
    const { paths, tags: productionTags } = createDocument(PRODUCTION);

    expect(Object.keys(paths).filter(path => /sandbox/.test(path))).toEqual([]);
    expect(productionTags.filter(({ name }: Tag) => /sandbox/.test(name))).toEqual([]);
  });
});
