/**
 * Files too large for the platform's limit (contract §5): uploaded straight to the bucket, and named
 * by their key where a file would stand. A key works once, for an hour, for its purpose; what was
 * uploaded is judged by its true size and content.
 */
import { type FieldReason, type FieldReasons, FieldRefusal } from '../errors.ts';
import {
  type CheckedUpload,
  type FileContent,
  type FileType,
  LARGEST_FILE,
  type NamedUploads,
  PURPOSES,
  type Purpose,
  typeOf,
  type Upload,
  type UploadForm,
} from '../model/file.ts';
import type { World } from '../ports/world.ts';

const VALID_MS = 3600_000;

export async function permitUpload(
  { purpose, contentType, size }: Pick<Upload, 'purpose' | 'contentType' | 'size'>,
  needs: Pick<World, 'clock' | 'random' | 'uploadPermits'>,
): Promise<Upload & UploadForm> {
  const expiresAt = new Date(needs.clock.now().getTime() + VALID_MS);
  const upload = {
    key: `incoming/${purpose}/${needs.random.hex128()}`,
    purpose,
    contentType,
    size,
    expiresAt,
  };
  return { ...upload, ...(await needs.uploadPermits.give(upload)) };
}

/** @throws FieldRefusal naming each field whose key cannot be used, or whose file is not what it must be */
export async function checkUploads(
  named: NamedUploads,
  purpose: Purpose,
  needs: Pick<World, 'clock' | 'uploads'>,
): Promise<CheckedUpload[]> {
  const checked: CheckedUpload[] = [];
  const reasons: Record<string, FieldReason[]> = {};
  for (const [field, key] of Object.entries(named)) {
    const twice = checked.some(other => other.key === key);
    const found = twice ? 'upload-unusable' : await check(key, purpose, needs);
    if (typeof found === 'string') reasons[field] = [found];
    else checked.push({ field, key, file: found });
  }
  if (Object.keys(reasons).length > 0) throw new FieldRefusal(reasons as FieldReasons);
  return checked;
}

/** Reads the file once: whatever is put in its place later, what was judged here is what is kept. */
async function check(
  key: string,
  purpose: Purpose,
  needs: Pick<World, 'clock' | 'uploads'>,
): Promise<FileContent | FieldReason> {
  const upload = await needs.uploads.find(key);
  if (upload?.purpose !== purpose || upload.expiresAt <= needs.clock.now()) return 'upload-unusable';

  const content = await needs.uploads.read(key, LARGEST_FILE);
  if (!content) return content === null ? 'file-too-large' : 'upload-unusable';
  const type = typeOf(content);
  const { types, refusal } = PURPOSES[purpose];
  return type && (types as readonly FileType[]).includes(type) ? { content, type } : refusal;
}
