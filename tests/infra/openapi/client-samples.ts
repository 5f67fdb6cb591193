/** Module that contains the client samples of the description as functions, so that they can be compiled and called. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { createClientSample } from '../../../infra/openapi/samples/client-sample.ts';
import { LOCAL_URL } from '../../../infra/openapi/samples/code-samples.ts';
import type { ExampleRequest } from '../../../infra/openapi/samples/example-request.ts';
import { listVariables } from '../../../infra/openapi/samples/variables.ts';

const CLIENT = fileURLToPath(new URL('../../../infra/client/runtime/index.ts', import.meta.url));
const IMPORT_LINE = "import { createClient } from 'trhovisko-posudkov-client';\n";

type RunSample = (baseUrl: string, variables: object) => Promise<void>;

/**
 * Writes the client samples of requests as functions into a file.
 * @returns path of the file
 */
export function writeClientSamples(requests: readonly ExampleRequest[]): string {
  const texts = new Set(
    requests.flatMap(request => [...listVariables(JSON.stringify(request)), request.token ?? []]).flat(),
  );
  const files = new Set(
    requests.flatMap(request => Object.values(request.files ?? {}).map(({ variable }) => variable)),
  );
  texts.delete('unique'); // the samples declare this variable
  const functions = requests.map(request => {
    const source = createClientSample(LOCAL_URL, request);
    if (!source.startsWith(IMPORT_LINE))
      throw new Error(`The sample of ${request.operationId} has no import.`);
    const statements = source.slice(IMPORT_LINE.length).replace(`'${LOCAL_URL}'`, 'baseUrl');
    return `  async ${request.operationId}(baseUrl: string, variables: Variables) {
    const { ${[...texts, ...files].join(', ')} } = variables;
    ${statements}
  },\n`;
  });
  const file = join(mkdtempSync(join(tmpdir(), 'client-samples-')), 'samples.ts');
  const createUnion = (names: Set<string>) => [...names].map(name => `'${name}'`).join(' | ');
  writeFileSync(
    file,
    `import { createClient } from '${CLIENT}';
type Variables = Readonly<Record<${createUnion(texts)}, string> & Record<${createUnion(files)}, Blob | File>>;
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
