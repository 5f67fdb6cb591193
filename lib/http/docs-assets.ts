/** Files that the reference page loads (functions/docs/show.ts). */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Asset {
  readonly mediaType: string;
  readonly gzip: Buffer;
}

/** In the working directory: `package.patterns` in infra/functions/docs.yml puts these files into the function's zip. */
const VIEWER = 'node_modules/swagger-ui-dist';

const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
  ['start.js', 'text/javascript'],
]);

export const ASSETS = [...MEDIA_TYPES.keys()];

const compressed = new Map<string, Buffer>();

/** Returns the file, or undefined when there is none of this name. Reads and compresses it at its first use. */
export function assetNamed(name: string): Asset | undefined {
  const mediaType = MEDIA_TYPES.get(name);
  if (!mediaType) return undefined;
  const gzip = compressed.get(name) ?? gzipSync(contentOf(name));
  compressed.set(name, gzip);
  return { mediaType, gzip };
}

function contentOf(name: string): string | Buffer {
  return name === 'start.js' ? START : readFileSync(`${VIEWER}/${name}`);
}
