/** Schema for the frontend of a partner (infra/docs/api/partners.md#frontend). */
import { slovakMessages } from './slovak.ts';
import { createCanonicalTextSchema } from './texts.ts';

/** Longest base URL. The links in mails append paths and signatures to it. */
const MAX_LENGTH = 255;

/**
 * Base URL without a slash at its end, serialized according to the WHATWG URL standard. Whether it may be local depends
 * on the stage, so the domain checks it.
 */
export const FrontendUrl = createCanonicalTextSchema(text => {
  if (text.includes('\ufffd') || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const isPlain = !username && !password && !/[?#]/.test(href) && href.length <= MAX_LENGTH;
  return isPlain && (protocol === 'https:' || protocol === 'http:') ? href.replace(/\/+$/, '') : undefined;
}, slovakMessages.frontendUrl);
