/** Module that contains the client samples of the description as functions, so that they can be compiled and called. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { LOCAL_URL } from '../../../infra/openapi/samples/code-samples.ts';

const CLIENT = fileURLToPath(new URL('../../../infra/client/runtime/index.ts', import.meta.url));
const IMPORT_LINE = "import { createClient } from 'trhovisko-posudkov-client';\n";

/** Variables that the samples use without declaring them. */
const VARIABLES = [
  'token',
  'clientToken',
  'expertToken',
  'partnerKey',
  'testimonyId',
  'offerId',
  'tokenId',
  'sessionId',
  'resetToken',
  'deliveryId',
  'email',
  'userId',
  'hash',
  'expires',
  'signature',
  'code',
];

type RunSample = (baseUrl: string, variables: object) => Promise<void>;

/**
 * Writes the samples as functions into a file.
 * @param samples source texts by operation id
 * @returns path of the file
 */
export function writeClientSamples(samples: Readonly<Record<string, string>>): string {
  const functions = Object.entries(samples).map(([operationId, source]) => {
    if (!source.startsWith(IMPORT_LINE)) throw new Error(`The sample of ${operationId} has no import.`);
    const statements = source.slice(IMPORT_LINE.length).replace(`'${LOCAL_URL}'`, 'baseUrl');
    return `  async ${operationId}(baseUrl: string, variables: Variables) {
    const { ${[...VARIABLES, 'front', 'back', 'document'].join(', ')} } = variables;
    ${statements}
  },\n`;
  });
  const file = join(mkdtempSync(join(tmpdir(), 'client-samples-')), 'samples.ts');
  writeFileSync(
    file,
    `import { createClient } from '${CLIENT}';
type Variables = Readonly<Record<'${VARIABLES.join("' | '")}', string> & Record<'front' | 'back' | 'document', Blob | File>>;
export const samples = {\n${functions.join('')}};\n`,
  );
  return file;
}

/** Compiles the file in strict mode and returns the compiler's errors. */
export function listCompilerErrors(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

export async function loadClientSamples(file: string): Promise<Readonly<Record<string, RunSample>>> {
  return (await import(file)).samples;
}
