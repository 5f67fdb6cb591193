/** Generator of `operations.json`, the part of the API description from which the operators' commands are derived. */
import { describeApi, isOperatorRoute } from '../openapi/describe-api.ts';
import type { OpenApiOperation as ApiOperation } from '../openapi/operation.ts';
import type { OperatorOperation, Schema } from './operation.ts';

/** Schema of the API description, with references and alternatives. */
interface ApiSchema extends Schema {
  readonly 'x-enum-labels'?: object;
  readonly $ref?: string;
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly allOf?: readonly ApiSchema[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly items?: ApiSchema;
}
type Components = Readonly<Record<string, ApiSchema>>;
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: ApiSchema }>>;
}

export async function generateOperations(): Promise<string> {
  const { paths, components } = await describeApi(isOperatorRoute);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      describeOperation(method, path, operation, components.schemas),
    ),
  );
  return `${JSON.stringify(operations, null, 1)}\n`;
}

function describeOperation(
  method: string,
  path: string,
  { operationId, summary, description, parameters, requestBody, responses }: ApiOperation,
  components: Components,
): OperatorOperation {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const response = findSchema(success?.[1] as Content | undefined, components);
  return {
    operationId,
    method: method.toUpperCase(),
    path: path.replace('/api/v1/operator', ''),
    summary,
    description,
    parameters: parameters
      .filter(parameter => parameter.in !== 'header')
      .map(parameter => ({ ...parameter, schema: resolveSchema(parameter.schema, components) })),
    body: findSchema(requestBody, components),
    data: response?.properties?.data,
  };
}

function findSchema(message: Content | undefined, components: Components): Schema | undefined {
  const [media] = Object.values(message?.content ?? {});
  return media?.schema && resolveSchema(media.schema, components);
}

/** Replaces references by their schemas, and alternatives by one schema with the properties of all. */
function resolveSchema(
  { $ref, anyOf = [], oneOf = [], allOf = [], 'x-enum-labels': _, ...schema }: ApiSchema,
  components: Components,
): Schema {
  const { items, properties = {} } = schema;
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    resolveSchema(member, components),
  ]);
  const referenced = components[$ref?.replace('#/components/schemas/', '') ?? ''];
  return [referenced, ...anyOf, ...oneOf, ...allOf]
    .filter(part => part !== undefined && part.type !== 'null')
    .map(part => resolveSchema(part as ApiSchema, components))
    .reduce<Schema>(mergeSchemas, {
      ...schema,
      ...(items && { items: resolveSchema(items, components) }),
      ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    });
}

function mergeSchemas(one: Schema, other: Schema): Schema {
  const properties = one.properties && { properties: { ...one.properties, ...other.properties } };
  return { ...one, ...other, ...properties };
}
