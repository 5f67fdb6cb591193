/**
 * GET /api/v1/docs (infra/docs/api/conventions.md)
 *
 * Open the API reference. The response is an HTML page. Readers can send requests to the API from this page. The
 * page's Content-Security-Policy allows no scripts or styles from other origins.
 */
import { anyone, endpointHandler } from '../../lib/http/index.ts';
import { createCacheableResponse } from '../../lib/http/response/cacheable-response.ts';

/**
 * Creates the Content-Security-Policy of the page. Scripts, styles, typefaces and requests come from and go to this API
 * only. Inline styles and `data:` images are allowed, because Scalar uses them.
 */
const createContentSecurityPolicy = (apiUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${apiUrl}`,
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Trhovisko posudkov API</title>
<link rel="icon" href="docs/mark.svg">
<link rel="stylesheet" href="docs/reference.css">
<body>
<div id="reference"></div>
<noscript>This page needs scripts. The <a href="openapi.json">OpenAPI description</a> has the same operations.</noscript>
<script src="docs/scalar.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const { API_URL = '' } = process.env;

export const handler = endpointHandler({
  deps: { stage: { apiUrl: API_URL } },
  access: anyone,
  response: { status: 200, mediaType: 'text/html' },
  async handle({ request }, { stage }) {
    const response = createCacheableResponse(PAGE, 'text/html; charset=utf-8', request);
    return {
      ...response,
      headers: { ...response.headers, 'content-security-policy': createContentSecurityPolicy(stage.apiUrl) },
    };
  },
});
