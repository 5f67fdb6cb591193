/**
 * Describes the parameters and the objects of Stripe's API by reading the types of its installed library.
 *
 * The library's types are generated from Stripe's own description of its API.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { OPERATIONS } from './description.ts';
import { type Lines, typesOf } from './types.ts';

const LIBRARY = fileURLToPath(import.meta.resolve('stripe')).replace(/[.]js$/, '.d.ts');

export function describeStripe() {
  const options = { strict: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, noEmit: true };
  const program = ts.createProgram([LIBRARY], options);
  const checker = program.getTypeChecker();
  const methods = Object.entries(OPERATIONS).map(
    ([operation, path]) => [operation, methodOf(program, path)] as const,
  );
  const { parameters, members } = typesOf(checker);
  const described = new Map<string, ts.Type>();
  for (const [, method] of methods) noteObject(answerOf(method, checker), checker, described);

  return {
    version: versionOf(program, checker),
    parameters: tables(methods, method => {
      const type = paramsOf(method, checker);
      return type ? parameters(type, '', false) : [];
    }),
    members: tables([...described], type => members(type)),
  };
}

function tables<T>(entries: readonly (readonly [string, T])[], linesOf: (of: T) => Lines) {
  return Object.fromEntries(entries.map(([name, of]) => [name, Object.fromEntries(linesOf(of))]));
}

/** @param path `checkout.sessions.create` */
function methodOf(program: ts.Program, path: string): ts.Signature {
  const checker = program.getTypeChecker();
  let type = checker.getDeclaredTypeOfSymbol(libraryClass(program));
  for (const name of path.split('.')) {
    const member = type.getProperty(name);
    if (!member) throw new Error(`Stripe's library has no ${path}.`);
    type = checker.getTypeOfSymbol(member);
  }
  const signature = type
    .getCallSignatures()
    .find(one => one.parameters.some(({ name }) => name === 'params'));
  if (!signature) throw new Error(`${path} takes no parameters.`);
  return signature;
}

function libraryClass(program: ts.Program): ts.Symbol {
  const file = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('stripe.core.d.ts'));
  const module = file && program.getTypeChecker().getSymbolAtLocation(file);
  const found = module?.exports?.get('Stripe' as ts.__String);
  if (!found) throw new Error("Stripe's library has no class Stripe.");
  return found;
}

function paramsOf(method: ts.Signature, checker: ts.TypeChecker): ts.Type | undefined {
  const params = method.parameters.find(({ name }) => name === 'params');
  return params && checker.getNonNullableType(checker.getTypeOfSymbol(params));
}

/** What the promise is of; `Response<T>` is T and how it came. */
function answerOf(method: ts.Signature, checker: ts.TypeChecker): ts.Type | undefined {
  const answer = checker.getAwaitedType(method.getReturnType());
  return answer?.isIntersection() ? answer.types[0] : answer;
}

function noteObject(type: ts.Type | undefined, checker: ts.TypeChecker, described: Map<string, ts.Type>) {
  const object = type?.getProperty('object');
  const kind = object && checker.getTypeOfSymbol(object);
  if (type && kind?.isStringLiteral() && kind.value !== 'list') described.set(kind.value, type);
}

function versionOf(program: ts.Program, checker: ts.TypeChecker): string {
  const file = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('apiVersion.d.ts'));
  const version = file && checker.getSymbolAtLocation(file)?.exports?.get('ApiVersion' as ts.__String);
  const type = version && checker.getTypeOfSymbol(version);
  if (!type?.isStringLiteral()) throw new Error("Stripe's library names no version.");
  return type.value;
}
