import * as v from 'valibot';
import { Link, Text, Timestamp } from './values.ts';

/**
 * Permission to upload a file (infra/docs/api/uploads.md#asking-for-an-upload): the client posts a form with these
 * fields to the URL, with the file as the last field.
 */
export const UploadPermit = v.strictObject({
  key: Text,
  url: Link,
  fields: v.record(v.string(), v.string()),
  expiresAt: Timestamp,
});
