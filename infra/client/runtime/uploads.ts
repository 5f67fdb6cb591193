/** Files that go straight to the bucket, since they are too large for the platform (contract §5). */
import type { CreateUploadInput, UploadPermit, UploadPurpose } from './api.ts';
import { filesIn, type Input } from './body.ts';
import { ProblemError } from './problem.ts';
import type { OnProgress, Sending } from './transport.ts';

export interface Uploads {
  /** Permission to upload this very file. */
  permit(file: Blob, purpose: UploadPurpose, sending?: Sending): Promise<UploadPermit>;
  /** Uploads it. */
  post(permit: UploadPermit, file: Blob, sending?: Sending): Promise<void>;
  /** Both; resolves to the key that stands in the file's place. */
  send(file: Blob, purpose: UploadPurpose, sending?: Sending): Promise<string>;
}

/** With its base64 and the other fields this much still fits through the platform. */
const LARGEST_FORM = 4_000_000;

/** A key works once, for an hour; a little less, since what uses it takes its time. */
const KEY_LASTS = 50 * 60_000;

interface Needs {
  readonly permit: (input: CreateUploadInput, sending: Sending) => Promise<UploadPermit>;
  readonly post: (url: string, form: FormData, sending: Sending) => Promise<void>;
}

export function uploadsBy({ permit, post }: Needs): Uploads {
  const uploads: Uploads = {
    permit: async (file, purpose, { signal } = {}) =>
      permit({ purpose, contentType: await typeOf(file, purpose), size: file.size }, { signal }),
    post({ url, fields }, file, sending = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', file);
      return post(url, form, sending);
    },
    async send(file, purpose, sending = {}) {
      const permission = await uploads.permit(file, purpose, sending);
      await uploads.post(permission, file, sending);
      return permission.key;
    },
  };
  return uploads;
}

const isLarge = (files: readonly (readonly [string, Blob])[]) =>
  files.reduce((sum, [, { size }]) => sum + size, 0) > LARGEST_FORM;

/**
 * The fields, with keys in the place of files when those do not fit into a form. A form that is refused and sent
 * again uploads no file a second time.
 */
export function uploadingLarge(uploads: Uploads) {
  const sent = new WeakMap<Blob, { key: string; until: number }>();

  async function keyOf(field: string, file: Blob, purpose: UploadPurpose, sending: Sending): Promise<string> {
    const known = sent.get(file);
    if (known && known.until > Date.now()) return known.key;
    const key = await uploads.send(file, purpose, sending).catch(error => {
      throw atField(field, error);
    });
    sent.set(file, { key, until: Date.now() + KEY_LASTS });
    return key;
  }

  return {
    async replaced(fields: Input, purpose: UploadPurpose, { signal, onProgress }: Sending): Promise<Input> {
      const files = filesIn(fields);
      if (!isLarge(files)) return fields;
      const part = onProgress && shared(files, onProgress);
      const keys = files.map(async ([field, file]) => [
        field,
        await keyOf(field, file, purpose, { signal, onProgress: part?.(field, file) }),
      ]);
      return { ...fields, ...Object.fromEntries(await Promise.all(keys)) };
    },
    /** A key that was used, or refused, is worth nothing any more. */
    forget(fields: Input, names: readonly string[]): void {
      for (const [field, file] of filesIn(fields)) if (names.includes(field)) sent.delete(file);
    },
  };
}

/** Several uploads report as one. */
function shared(files: readonly (readonly [string, Blob])[], onProgress: OnProgress) {
  const loaded = new Map<string, number>();
  const total = files.reduce((sum, [, { size }]) => sum + size, 0);
  return (field: string, { size }: Blob): OnProgress =>
    progress => {
      loaded.set(field, progress.total > 0 ? Math.round((size * progress.loaded) / progress.total) : 0);
      onProgress({ loaded: [...loaded.values()].reduce((sum, value) => sum + value, 0), total });
    };
}

/** What is said of a permission's size and type is meant for the file's own field. */
function atField(field: string, error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.status !== 422) return error;
  const messages = Object.values(error.errors).flat();
  return Object.assign(error, { errors: { [field]: messages } });
}

const SIGNATURES = [
  ['ffd8ff', 'image/jpeg'],
  ['89504e47', 'image/png'],
  ['25504446', 'application/pdf'],
] as const;

/** By its content, as the service judges it. What is nothing of the kind is refused by the service, with a message. */
async function typeOf(file: Blob, purpose: UploadPurpose): Promise<CreateUploadInput['contentType']> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const start = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  const known = SIGNATURES.find(([signature]) => start.startsWith(signature));
  return known?.[1] ?? (purpose === 'testimony-document' ? 'application/pdf' : 'image/jpeg');
}
