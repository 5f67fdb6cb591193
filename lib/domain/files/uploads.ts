/**
 * Files too large for the platform's limit (contract §5): uploaded straight to the bucket, and named
 * by their key where a file would stand. They are uploaded within ten minutes; a key works once, for an hour,
 * for its purpose; what was uploaded is judged by its true size and content.
 */
import type { FieldReason, FieldReasons } from '../errors.ts';
import {
  type CheckedUpload,
  type FileType,
  LARGEST_FILE,
  type NamedUploads,
  PURPOSES,
  type Purpose,
  type SentFile,
  typeOf,
  type Upload,
  type UploadForm,
} from '../model/file.ts';
import type { World } from '../ports/world.ts';

const KEY_VALID_MS = 3600_000;
const UPLOADING_MS = 600_000;

/** `expiresAt` is when the file must have been uploaded; its key can be named for longer. */
export async function permitUpload(
  { purpose, contentType, size }: Pick<Upload, 'purpose' | 'contentType' | 'size'>,
  needs: Pick<World, 'clock' | 'random' | 'uploadPermits'>,
): Promise<Pick<Upload, 'key' | 'expiresAt'> & UploadForm> {
  const now = needs.clock.now().getTime();
  const key = `incoming/${purpose}/${needs.random.hex128()}`;
  const until = new Date(now + UPLOADING_MS);
  const upload = { key, purpose, contentType, size, expiresAt: new Date(now + KEY_VALID_MS) };
  const form = await needs.uploadPermits.give(upload, until);
  return { key, expiresAt: until, ...form };
}

interface Found {
  readonly files: Readonly<Record<string, SentFile>>;
  /** Why the others cannot be used. */
  readonly reasons: FieldReasons;
}

/** Looks up every key that is named. One that is named twice is refused where it is named again. */
export async function findUploads(
  named: NamedUploads,
  purpose: Purpose,
  needs: Pick<World, 'clock' | 'uploads'>,
): Promise<Found> {
  const fields = Object.entries(named);
  const isAgain = (key: string, position: number) =>
    fields.findIndex(([, other]) => other === key) < position;
  const results = await Promise.all(
    fields.map(async ([field, key], position) => {
      const found = isAgain(key, position) ? 'upload-unusable' : await find(key, purpose, needs);
      return [field, found] as const;
    }),
  );
  const [files, reasons]: [Record<string, SentFile>, Record<string, FieldReason[]>] = [{}, {}];
  for (const [field, found] of results) {
    if (typeof found === 'string') reasons[field] = [found];
    else files[field] = found;
  }
  return { files, reasons };
}

/** Reads the file once: whatever is put in its place later, what was judged here is what is kept. */
async function find(
  key: string,
  purpose: Purpose,
  needs: Pick<World, 'clock' | 'uploads'>,
): Promise<SentFile | FieldReason> {
  const upload = await needs.uploads.find(key);
  if (upload?.purpose !== purpose || upload.expiresAt <= needs.clock.now()) return 'upload-unusable';

  const content = await needs.uploads.read(key, upload.size);
  if (content === undefined) return 'upload-unusable';
  if (typeof content === 'number') return content > LARGEST_FILE ? 'file-too-large' : 'other-size';
  const type = typeOf(content);
  const { types, refusal } = PURPOSES[purpose];
  return type && (types as readonly FileType[]).includes(type) ? { key, content, type } : refusal;
}

/** Those of the files that were uploaded, whose keys are used up by the write that keeps them. */
export function uploadsAmong(files: Readonly<Record<string, SentFile>>): CheckedUpload[] {
  return Object.entries(files).flatMap(([field, { key }]) => (key === undefined ? [] : [{ field, key }]));
}
