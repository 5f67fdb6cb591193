/** Reading a form from its event, and the least that anybody would have to do for it. Measured as a bundle. */
import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { formWithFiles } from '../../lib/http/form.ts';
import { lambda } from '../../lib/http/lambda.ts';
import * as field from '../../lib/validation/fields.ts';

const form = endpoint({
  needs: {},
  access: anyone,
  body: formWithFiles({
    firstName: field.Name,
    verificationDocumentFront: field.IdScan,
    verificationDocumentBack: field.IdScan,
  }),
  response: { status: 200, mediaType: 'application/json' },
  async run({ body: { verificationDocumentFront: front, verificationDocumentBack: back } }) {
    const data = { front: bytesOf(front), back: bytesOf(back) };
    return { status: 200, document: JSON.stringify({ data }) };
  },
});

const bytesOf = (sent: { key: string } | { content: Buffer }) => ('key' in sent ? 0 : sent.content.length);

export const handler = lambda(form);

/** Decodes the body and finds its boundaries. @returns how many there are */
export function floor(body: string, boundary: string): number {
  const bytes = Buffer.from(body, 'base64');
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  let found = 0;
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length))
    found++;
  return found;
}
