import { isUtf8 } from 'node:buffer';
import type * as v from 'valibot';
import { Refusal } from '../domain/errors.ts';
import { UploadedFile } from '../validation/files.ts';
import { type Check, members, validate } from '../validation/validate.ts';
import { type FormPart, formParts } from './form-parts.ts';
import { addTo, emptyTree, formIn } from './form-tree.ts';
import { expectMediaType } from './media-type.ts';
import type { HttpRequest } from './request.ts';

const LONGEST_TEXT = 64 * 1024;

/** Reads a multipart form with these fields, nested ones as JSON text or in brackets (spec §2.2). */
export function multipart<const Entries extends v.ObjectEntries>(
  entries: Entries,
  ...checks: readonly Check[]
) {
  const schema = members(entries);
  return {
    forms: [{ mediaTypes: ['multipart/form-data'], schema }],
    async read(request: HttpRequest) {
      const parameters = expectMediaType(request, 'multipart/form-data');
      const tree = emptyTree();
      for (const part of await formParts(request.body, parameters)) {
        if (!isUnusedInput(part)) addTo(tree, part.name, sentIn(part));
      }
      return validate(schema, formIn(tree, schema), request.receivedAt, checks);
    },
  };
}

/** What a browser sends for a file input in which nothing was chosen. */
function isUnusedInput({ fileName, content }: FormPart): boolean {
  return fileName === '' && content.length === 0;
}

function sentIn({ fileName, content }: FormPart): string | UploadedFile {
  if (fileName !== undefined) return new UploadedFile(content);
  if (content.length > LONGEST_TEXT || !isUtf8(content)) throw new Refusal('malformed-body');
  return content.toString('utf8');
}
