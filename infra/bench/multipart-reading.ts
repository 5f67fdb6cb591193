/** Reading a form from its event, and the least that anybody would have to do for it. Measured as a bundle. */
import * as v from 'valibot';
import { anyone } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { one } from '../../lib/http/answers/success.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { formWithFiles } from '../../lib/http/form.ts';
import { lambda } from '../../lib/http/lambda.ts';
import * as field from '../../lib/validation/fields.ts';

const Sizes = v.strictObject({ front: v.number(), back: v.number() });

const form = endpoint({
  needs: {},
  access: anyone,
  body: formWithFiles({
    firstName: field.Name,
    verificationDocumentFront: field.IdScan,
    verificationDocumentBack: field.IdScan,
  }),
  answer: one(Sizes),
  async run({ body: { verificationDocumentFront: front, verificationDocumentBack: back } }) {
    return ok({ front: bytesOf(front), back: bytesOf(back) });
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
