/** Answers that are no JSON of ours: files and pages that anyone may keep for a while (infra/docs/api/conventions.md). */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Answer } from './answer.ts';
import type { HttpRequest } from './request.ts';

/** Seconds. */
const KEPT = 300;

/** Among encodings that are taken: with a weight of zero it is not (RFC 9110 §12.5.3). */
const GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?:1|0\.0*[1-9])[\d.]*\s*)?(?:,|$)/i;

/** @param content as text, or compressed already */
export function respondCacheable(
  content: string | Buffer,
  mediaType: string,
  { headers: asked }: HttpRequest,
): Answer<200 | 304, never> {
  const tag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
  const caching = { etag: tag, 'cache-control': `public, max-age=${KEPT}`, vary: 'Accept-Encoding' };
  if (isKnown(tag, asked['if-none-match'])) return { status: 304, headers: caching };
  const headers = { ...caching, 'content-type': mediaType };
  if (GZIP.test(asked['accept-encoding'] ?? '')) {
    const document = typeof content === 'string' ? gzipSync(content) : content;
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, document };
  }
  return { status: 200, headers, document: typeof content === 'string' ? content : gunzipSync(content) };
}

/** Weakly compared, as caches do. */
function isKnown(tag: string, known = ''): boolean {
  const tags = known.split(',').map(one => one.trim());
  return tags.includes('*') || tags.includes(tag) || tags.includes(tag.replace(/^W\//, ''));
}
