/** Responses with publicly cacheable files and pages. */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isEtagListed } from './etag.ts';
import type { HttpResponse } from './response.ts';

const MAX_AGE_SECONDS = 300;

/** Matches gzip in `Accept-Encoding`, except with a weight of zero, which excludes it (RFC 9110 §12.5.3). */
const ACCEPTS_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?:1|0\.0*[1-9])[\d.]*\s*)?(?:,|$)/i;

/**
 * Creates the response with a cacheable file, or a 304 response if the client already has the file.
 * @param content text, or a gzip-compressed buffer
 */
export function createCacheableResponse(
  content: string | Buffer,
  mediaType: string,
  { headers: requestHeaders }: { readonly headers: Readonly<Record<string, string>> },
): HttpResponse<200 | 304, never> {
  const tag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
  const cacheHeaders = {
    etag: tag,
    'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    vary: 'Accept-Encoding',
  };
  if (isEtagListed(requestHeaders['if-none-match'], tag)) return { status: 304, headers: cacheHeaders };
  const headers = { ...cacheHeaders, 'content-type': mediaType };
  // A gzip file is sent as it is, without `Content-Encoding`: its reader unpacks it.
  if (mediaType === 'application/gzip') return { status: 200, headers, document: content };
  if (ACCEPTS_GZIP.test(requestHeaders['accept-encoding'] ?? '')) {
    const document = typeof content === 'string' ? gzipSync(content) : content;
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, document };
  }
  return { status: 200, headers, document: typeof content === 'string' ? content : gunzipSync(content) };
}
