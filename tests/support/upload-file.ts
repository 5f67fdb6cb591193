/**
 * Functions that upload files directly to the bucket, without the platform's limit on request size
 * (infra/docs/api/uploads.md).
 */
import type { Service, ServiceResponse } from './start-service.ts';

type UploadPermit = { readonly key: string; readonly url: string; readonly fields: Record<string, string> };

export async function requestUploadPermit(
  service: Service,
  file: Pick<Blob, 'type' | 'size'>,
  purpose = 'identity-document',
  token?: string,
): Promise<UploadPermit> {
  const body = { purpose, contentType: file.type, size: file.size };
  const { data }: ServiceResponse['body'] = (await service.post('/uploads', body, token ? { token } : {}))
    .body;
  return data;
}

/** Uploads a file with an upload permit, as a browser does. */
export async function postFile({ url, fields }: UploadPermit, file: Blob): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const response = await fetch(url, { method: 'POST', body: form });
  if (!response.ok) throw new Error(`nothing was uploaded: ${await response.text()}`);
}

/** Stores a file under the key of an upload permit, without the checks that S3 makes for uploads. */
export async function storeFile({ url, key }: UploadPermit, file: Blob): Promise<void> {
  const headers = { 'content-type': file.type };
  const response = await fetch(`${url}/${key}`, { method: 'PUT', body: file, headers });
  if (!response.ok) throw new Error(`nothing was stored: ${await response.text()}`);
}

export async function uploadFile(
  service: Service,
  file: Blob,
  purpose?: string,
  token?: string,
): Promise<string> {
  const permit = await requestUploadPermit(service, file, purpose, token);
  await postFile(permit, file);
  return permit.key;
}
