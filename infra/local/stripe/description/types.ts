/** Reads types with the compiler: what a parameter may be, and what an object must have. */
import ts from 'typescript';

/** Lines of a table: a name, and what belongs there. */
export type Lines = [name: string, kind: string][];

const PRIMITIVES: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.StringLike, 'string'],
  [ts.TypeFlags.NumberLike, 'number'],
  [ts.TypeFlags.BooleanLike, 'boolean'],
];

export function typesOf(checker: ts.TypeChecker) {
  /** Names as a form has them, `a[b]`, `a[]` for lists, `a{}` for what may have any key. */
  function parameters(type: ts.Type, name: string, isRequired: boolean): Lines {
    const parts = partsOf(type);
    const plain = plainKind(parts);
    const mark = isRequired ? 'required ' : '';
    const own: Lines = plain ? [[name, mark + plain]] : [];
    return [...own, ...parts.filter(isObject).flatMap(part => within(part, name))];
  }

  function within(type: ts.Type, name: string): Lines {
    const item = checker.isArrayType(type) && checker.getTypeArguments(type as ts.TypeReference)[0];
    if (item) return parameters(item, `${name}[]`, false);
    const value = type.getStringIndexType();
    if (value) return parameters(value, `${name}{}`, false);
    if (isDecimal(type)) return [[name, 'string']];
    return properties(type).flatMap(([key, of, isRequired]) =>
      parameters(of, name ? `${name}[${key}]` : key, isRequired),
    );
  }

  /** What must always be there; of other resources inside of it only that they are. */
  function members(type: ts.Type, path = ''): Lines {
    return properties(type)
      .filter(([, , isRequired]) => isRequired)
      .flatMap(([key, of]): Lines => {
        const parts = partsOf(of);
        const objects = parts.filter(isObject).filter(part => !isDecimal(part));
        const isArray = objects.some(part => checker.isArrayType(part));
        const kind = plainKind(parts) ?? (isArray ? 'array' : isPage(objects) ? 'list' : 'object');
        const mayBeNull = parts.some(part => part.flags & ts.TypeFlags.Null);
        const [inner] = objects;
        const isOwn = kind === 'object' && objects.length === 1 && inner && !resourceName(inner);
        const name = path + key;
        return [
          [name, mayBeNull ? `${kind} or null` : kind],
          ...(isOwn && !inner.getStringIndexType() ? members(inner, `${name}.`) : []),
        ];
      });
  }

  function properties(type: ts.Type): [name: string, type: ts.Type, isRequired: boolean][] {
    return type.getProperties().map(property => {
      const isRequired = !(property.flags & ts.SymbolFlags.Optional);
      return [property.name, checker.getTypeOfSymbol(property), isRequired];
    });
  }

  function resourceName(type: ts.Type): string | undefined {
    const object = type.getProperty('object');
    const name = object && checker.getTypeOfSymbol(object);
    return name?.isStringLiteral() ? name.value : undefined;
  }

  const isPage = (objects: readonly ts.Type[]) => objects.some(type => resourceName(type) === 'list');

  return { parameters, members };
}

const partsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);

/** `string & Record<never, never>` is how Stripe says that it may add values; it takes today's all the same. */
const isOpenEnd = (type: ts.Type) =>
  type.isIntersection() && type.types.some(part => part.flags & ts.TypeFlags.String);

const isObject = (type: ts.Type) => Boolean(type.flags & ts.TypeFlags.Object) && !isOpenEnd(type);

/** Text of a fraction. */
const isDecimal = (type: ts.Type) => type.symbol?.name === 'Decimal';

/** The values of an enum, or the primitive; undefined where there is none. */
function plainKind(parts: readonly ts.Type[]): string | undefined {
  const values = parts.flatMap(part => (part.isStringLiteral() ? [part.value] : []));
  const isFree = parts.some(part => part.flags & ts.TypeFlags.String);
  if (values.some(Boolean) && !isFree) return values.toSorted().join('|');
  return PRIMITIVES.find(([flag]) => parts.some(part => part.flags & flag))?.[1];
}
