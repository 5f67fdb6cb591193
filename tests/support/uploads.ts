/** Files on their way round the platform's limit (infra/docs/api/uploads.md). */
import type { Reply, Service } from './service.ts';

type Permission = { readonly key: string; readonly url: string; readonly fields: Record<string, string> };

export async function permission(
  service: Service,
  file: Pick<Blob, 'type' | 'size'>,
  purpose = 'identity-document',
  token?: string,
): Promise<Permission> {
  const body = { purpose, contentType: file.type, size: file.size };
  const { data }: Reply['body'] = (await service.post('/uploads', body, token ? { token } : {})).body;
  return data;
}

/** What a browser does with the permission. */
export async function send({ url, fields }: Permission, file: Blob): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  const answer = await fetch(url, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`nothing was uploaded: ${await answer.text()}`);
}

/** The key of a file that has been uploaded. */
export async function uploaded(
  service: Service,
  file: Blob,
  purpose?: string,
  token?: string,
): Promise<string> {
  const permitted = await permission(service, file, purpose, token);
  await send(permitted, file);
  return permitted.key;
}
