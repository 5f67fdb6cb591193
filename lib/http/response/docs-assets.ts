/** Files that the API reference page loads (functions/docs/show.ts). */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Asset {
  readonly mediaType: string;
  readonly gzip: Buffer;
}

/**
 * Folder of the Swagger UI files, relative to the working directory. `package.patterns` in infra/functions/docs.yml
 * adds the files to the function's zip.
 */
const SWAGGER_UI_FOLDER = 'node_modules/swagger-ui-dist';

const START_SCRIPT = `SwaggerUIBundle({
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

export const DOCS_ASSETS = [...MEDIA_TYPES.keys()];

const gzipByName = new Map<string, Buffer>();

/** Returns the file with this name, or undefined when there is none. The file is read and compressed on first use. */
export function findAsset(name: string): Asset | undefined {
  const mediaType = MEDIA_TYPES.get(name);
  if (!mediaType) return undefined;
  const gzip = gzipByName.get(name) ?? gzipSync(readContent(name));
  gzipByName.set(name, gzip);
  return { mediaType, gzip };
}

function readContent(name: string): string | Buffer {
  return name === 'start.js' ? START_SCRIPT : readFileSync(`${SWAGGER_UI_FOLDER}/${name}`);
}
