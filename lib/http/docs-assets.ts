/**
 * Files of the page that shows the description. In a bundle they are part of the code (`docsAssets` in
 * infra/bundle/plugins.cjs): compressed, since they are large for a Lambda.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

interface Asset {
  readonly mediaType: string;
  /** In base64. */
  readonly gzip: string;
}

const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const SOURCES: Readonly<
  Record<string, { readonly mediaType: string; readonly read: () => string | Buffer }>
> = {
  'swagger-ui.css': { mediaType: 'text/css', read: () => viewers('swagger-ui.css') },
  'swagger-ui-bundle.js': { mediaType: 'text/javascript', read: () => viewers('swagger-ui-bundle.js') },
  'start.js': { mediaType: 'text/javascript', read: () => START },
};

const viewers = (file: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`));

export const ASSETS = Object.keys(SOURCES);

export function assetNamed(name: string): Asset | undefined {
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  return source && { mediaType: source.mediaType, gzip: gzipSync(source.read()).toString('base64') };
}
