/**
 * Schemas of response bodies by their names in the OpenAPI document. The generator of that document and the tests load
 * the schemas; endpoints and views import only their types, through `../success-response.ts`.
 */
import * as v from 'valibot';
import * as address from './address.ts';
import { Export } from './export.ts';
import * as history from './history.ts';
import * as operator from './operator.ts';
import * as partner from './partner.ts';
import * as testimony from './testimony.ts';
import * as user from './user.ts';
import { Count, Link, Region, Text, Timestamp } from './values.ts';
import * as webhook from './webhook.ts';

/**
 * Permission to upload a file (infra/docs/api/uploads.md#asking-for-an-upload): the client posts a form with these
 * fields to the URL, with the file as the last field.
 */
const UploadPermit = v.strictObject({
  key: Text,
  url: Link,
  fields: v.record(Text, Text),
  expiresAt: Timestamp,
});

const PageLink = v.nullable(Link);
const Cursor = v.nullable(Text);

/** Links and metadata of a list page (infra/docs/api/conventions.md#pages). `first` and `last` are always null. */
const Page = v.object({
  links: v.strictObject({ first: v.null(), last: v.null(), prev: PageLink, next: PageLink }),
  meta: v.strictObject({ path: Text, per_page: Count, next_cursor: Cursor, prev_cursor: Cursor }),
});

export const Problem = v.strictObject({ message: Text });

/** Body of a 422. `errors` maps the dot path of a field to its messages (infra/docs/api/validation.md#error-format). */
export const ValidationError = v.strictObject({
  message: Text,
  errors: v.record(Text, v.array(Text)),
});

export const schemas = {
  ...user,
  ...testimony,
  ...address,
  UploadPermit,
  Export,
  Region,
  ...history,
  ...webhook,
  ...partner,
  ...operator,
  Page,
  Problem,
  ValidationError,
  Notice: v.strictObject({ message: Text }),
  Health: v.strictObject({ status: v.literal('ok') }),
};
