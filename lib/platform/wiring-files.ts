/** The members of the world that sign for others or list objects, by the client of S3: see wiring.ts. */
import type { World } from '../domain/ports/world.ts';
import { s3ObjectLinks } from './aws/files/object-links.ts';
import { s3UploadPermits } from './aws/files/upload-permits.ts';
import { s3Objects } from './aws/files/versions.ts';
import { openS3 } from './aws/sdk-clients.ts';
import { bucket, env, table } from './opened.ts';

const s3 = /* @__PURE__ */ openS3(env);

export const objectLinks: World['objectLinks'] = /* @__PURE__ */ s3ObjectLinks(bucket, s3);
export const objects: World['objects'] = /* @__PURE__ */ s3Objects(bucket, s3);
export const uploadPermits: World['uploadPermits'] = /* @__PURE__ */ s3UploadPermits(bucket, s3, table);
