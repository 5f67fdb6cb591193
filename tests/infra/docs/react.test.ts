/** Tests that the code in the guide for React compiles (infra/docs/guides/react.md). */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = new URL('../../../', import.meta.url).pathname;
const CLIENT = join(ROOT, 'infra/client/runtime/index.ts');
const folder = mkdtempSync(join(tmpdir(), 'react-'));

const page = readFileSync(join(ROOT, 'infra/docs/guides/react.md'), 'utf8');
const blocks = [...page.matchAll(/^```tsx? (\S+)\n(.*?)^```$/gms)].map(([, file = '', code = '']) => ({
  file,
  code,
}));

beforeAll(() => {
  for (const { file, code } of blocks) writeFileSync(join(folder, file), code);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/@tanstack'), join(folder, 'node_modules/@tanstack'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('the code of react.md compiles in a strict project with the types of Preact', () => {
  const program = ts.createProgram(
    blocks.map(({ file }) => join(folder, file)),
    {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      preserveSymlinks: false,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
      types: [],
      paths: {
        'trhovisko-posudkov-client': [CLIENT],
        react: [join(ROOT, 'node_modules/preact/compat/src/index.d.ts')],
        'react/jsx-runtime': [join(ROOT, 'node_modules/preact/jsx-runtime/src/index.d.ts')],
      },
    },
  );
  const errors = blocks.flatMap(({ file }) => [
    ...ts.getPreEmitDiagnostics(program, program.getSourceFile(join(folder, file))),
  ]);

  expect(blocks.map(({ file }) => file)).toEqual(['queries.ts', 'testimonies.tsx']);
  expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});
