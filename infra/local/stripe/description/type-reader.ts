/** Reads TypeScript types: which values a parameter can have, and which members an object always has. */
import ts from 'typescript';

/** Names of parameters or members, with their types. */
type TypeEntries = [name: string, type: string][];

const PRIMITIVES: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
];

export function createTypeReader(checker: ts.TypeChecker) {
  /** Names parameters as forms do: `a[b]`, `a[]` for the items of a list, `a{}` for the values of a map. */
  function readParameters(type: ts.Type, name = '', isRequired = false): TypeEntries {
    const parts = getUnionParts(type);
    const primitiveType = getPrimitiveType(parts);
    const requiredPrefix = isRequired ? 'required ' : '';
    const ownEntries: TypeEntries = primitiveType ? [[name, requiredPrefix + primitiveType]] : [];
    return [...ownEntries, ...parts.filter(isObject).flatMap(part => readNested(part, name))];
  }

  function readNested(type: ts.Type, name: string): TypeEntries {
    const item = checker.isArrayType(type) && checker.getTypeArguments(type as ts.TypeReference)[0];
    if (item) return readParameters(item, `${name}[]`);
    const value = type.getStringIndexType();
    if (value) return readParameters(value, `${name}{}`);
    if (isDecimal(type)) return [[name, 'string']];
    return listProperties(type).flatMap(([key, memberType, isRequired]) =>
      readParameters(memberType, name ? `${name}[${key}]` : key, isRequired),
    );
  }

  /** Lists the members that are always present; the members of other resources inside it are not listed. */
  function readMembers(type: ts.Type, path = ''): TypeEntries {
    return listProperties(type)
      .filter(([, , isRequired]) => isRequired)
      .flatMap(([key, memberType]): TypeEntries => {
        const parts = getUnionParts(memberType);
        const objects = parts.filter(isObject).filter(part => !isDecimal(part));
        const isArray = objects.some(part => checker.isArrayType(part));
        const kind =
          getPrimitiveType(parts) ?? (isArray ? 'array' : isListResponse(objects) ? 'list' : 'object');
        const mayBeNull = parts.some(part => part.flags & ts.TypeFlags.Null);
        const [inner] = objects;
        const isOwn = kind === 'object' && objects.length === 1 && inner && !getResourceName(inner);
        const name = path + key;
        return [
          [name, mayBeNull ? `${kind} or null` : kind],
          ...(isOwn && !inner.getStringIndexType() ? readMembers(inner, `${name}.`) : []),
        ];
      });
  }

  function listProperties(type: ts.Type): [name: string, type: ts.Type, isRequired: boolean][] {
    return type.getProperties().map(property => {
      const isRequired = !(property.flags & ts.SymbolFlags.Optional);
      return [property.name, checker.getTypeOfSymbol(property), isRequired];
    });
  }

  function getResourceName(type: ts.Type): string | undefined {
    const object = type.getProperty('object');
    const name = object && checker.getTypeOfSymbol(object);
    return name?.isStringLiteral() ? name.value : undefined;
  }

  const isListResponse = (objects: readonly ts.Type[]) =>
    objects.some(type => getResourceName(type) === 'list');

  return { readParameters, readMembers };
}

const getUnionParts = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);

/** Detects `string & Record<never, never>`, by which Stripe's types allow for values that are added later. */
const isOpenEndedString = (type: ts.Type) =>
  type.isIntersection() && type.types.some(part => part.flags & ts.TypeFlags.String);

const isObject = (type: ts.Type) => Boolean(type.flags & ts.TypeFlags.Object) && !isOpenEndedString(type);

/** The library's class for decimal numbers, which requests contain as text. */
const isDecimal = (type: ts.Type) => type.symbol?.name === 'Decimal';

/** @returns the values of an enum, or the primitive type; undefined when the type has neither */
function getPrimitiveType(parts: readonly ts.Type[]): string | undefined {
  const values = parts.flatMap(part => (part.isStringLiteral() ? [part.value] : []));
  const isFree = parts.some(part => part.flags & ts.TypeFlags.String);
  if (values.some(Boolean) && !isFree) return values.toSorted().join('|');
  return PRIMITIVES.find(([flag]) => parts.some(part => part.flags & flag))?.[1];
}
