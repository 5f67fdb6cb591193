import * as v from 'valibot';
import { Link, Moment, Text } from './values.ts';

/** Where and how a file is uploaded (infra/docs/api/conventions.md): a form with these fields, and the file last. */
export const UploadPermit = v.strictObject({
  key: Text,
  url: Link,
  fields: v.record(v.string(), v.string()),
  expiresAt: Moment,
});
