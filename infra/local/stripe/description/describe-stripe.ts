/**
 * Reads the description of Stripe's API (parameters and objects) from the types of the installed library. Stripe
 * generates these types from its own API description.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { OPERATIONS } from './description.ts';
import { createTypeReader } from './type-reader.ts';

const LIBRARY = fileURLToPath(import.meta.resolve('stripe')).replace(/[.]js$/, '.d.ts');

/**
 * Describes the parameters of each operation in `OPERATIONS` and the members of the objects that they return.
 *
 * @throws Error when the library has no method for an operation
 */
export function describeStripe() {
  const options = { strict: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, noEmit: true };
  const program = ts.createProgram([LIBRARY], options);
  const checker = program.getTypeChecker();
  const { readParameters, readMembers } = createTypeReader(checker);
  const parameters: Record<string, object> = {};
  const members: Record<string, object> = {};

  for (const [operation, path] of Object.entries(OPERATIONS)) {
    const method = findMethod(program, path);
    const params = method.parameters.find(({ name }) => name === 'params');
    const paramsType = params && checker.getNonNullableType(checker.getTypeOfSymbol(params));
    parameters[operation] = Object.fromEntries(paramsType ? readParameters(paramsType) : []);
    const object = getResultType(method, checker);
    const property = object?.getProperty('object');
    const kind = property && checker.getTypeOfSymbol(property);
    if (object && kind?.isStringLiteral() && kind.value !== 'list') {
      members[kind.value] = Object.fromEntries(readMembers(object));
    }
  }
  return { parameters, members };
}

/**
 * Finds the signature of a method of the library's class.
 *
 * @param path path of the method, for example `checkout.sessions.create`
 */
function findMethod(program: ts.Program, path: string): ts.Signature {
  const checker = program.getTypeChecker();
  const file = program.getSourceFiles().find(({ fileName }) => fileName.endsWith('stripe.core.d.ts'));
  const module = file && checker.getSymbolAtLocation(file);
  const library = module?.exports?.get('Stripe' as ts.__String);
  if (!library) throw new Error("Stripe's library has no class Stripe.");
  let type = checker.getDeclaredTypeOfSymbol(library);
  for (const name of path.split('.')) {
    const member = type.getProperty(name);
    if (!member) throw new Error(`Stripe's library has no ${path}.`);
    type = checker.getTypeOfSymbol(member);
  }
  const signature = type
    .getCallSignatures()
    .find(({ parameters }) => parameters.some(({ name }) => name === 'params'));
  if (!signature) throw new Error(`${path} takes no parameters.`);
  return signature;
}

/** Returns the type `T` of the returned object; the library's methods return `Promise<T & { lastResponse }>`. */
function getResultType(method: ts.Signature, checker: ts.TypeChecker): ts.Type | undefined {
  const result = checker.getAwaitedType(method.getReturnType());
  return result?.isIntersection() ? result.types[0] : result;
}
