/** Reads the types of parameters and of objects' members with the TypeScript compiler. */
import ts from 'typescript';

/** Names of parameters or members, with their types. */
type TypeEntries = [name: string, type: string][];

const PRIMITIVES: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
];

/**
 * Creates two functions: one lists the request parameters that a TypeScript type describes, the other the members of an
 * object type.
 */
export function createTypeReader(checker: ts.TypeChecker) {
  /**
   * Lists the parameters that a type describes. Their names are `a[b]` for a member, `a[]` for the items of a list,
   * `a{}` for the values of a map.
   */
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

  /**
   * Lists the members that are always present, including those of nested objects, but not those of nested resources.
   */
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

/** Detects `string & Record<never, never>`, with which Stripe's types allow values that may be added later. */
const isOpenEndedString = (type: ts.Type) =>
  type.isIntersection() && type.types.some(part => part.flags & ts.TypeFlags.String);

const isObject = (type: ts.Type) => Boolean(type.flags & ts.TypeFlags.Object) && !isOpenEndedString(type);

/** Detects the library's class `Decimal`. Requests contain such numbers as text. */
const isDecimal = (type: ts.Type) => type.symbol?.name === 'Decimal';

/**
 * Returns the primitive type of the parts of a union.
 *
 * @returns the values of an enum or the name of the primitive type; undefined when the type is neither an enum nor a
 *   primitive type
 */
function getPrimitiveType(parts: readonly ts.Type[]): string | undefined {
  const values = parts.flatMap(part => (part.isStringLiteral() ? [part.value] : []));
  const isFree = parts.some(part => part.flags & ts.TypeFlags.String);
  if (values.some(Boolean) && !isFree) return values.toSorted().join('|');
  return PRIMITIVES.find(([flag]) => parts.some(part => part.flags & flag))?.[1];
}
