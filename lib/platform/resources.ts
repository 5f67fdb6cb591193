/** Resources that several dependencies share, created once from the environment of a running Lambda. */
import { openBucket } from './aws/files/bucket.ts';
import { createSecretsReader } from './aws/secrets/secrets.ts';
import { openTable } from './aws/table/table.ts';

export const { env } = process;
export const table = /* @__PURE__ */ openTable(env);
export const bucket = /* @__PURE__ */ openBucket(env);
export const secrets = /* @__PURE__ */ createSecretsReader(env);
