/**
 * Success responses as endpoints declare them: a status, and the schema of the body by its name in the OpenAPI
 * document. Only types are imported from `schemas/`, so no schema is part of a function's bundle.
 */
import type * as v from 'valibot';
import type { schemas } from './schemas/schemas.ts';

type SchemaName = keyof typeof schemas;

export interface SuccessResponse {
  readonly status: 200 | 201 | 202 | 204;
  /** Schema of the member `data`. A response without `data`, `pageOf` and `mediaType` has no body. */
  readonly data?: SchemaName;
  /** Schema of the items of a cursor page. */
  readonly pageOf?: SchemaName;
  /**
   * Whether the body has the cursor of the next page in addition to `data`. List pages always have cursors and do not
   * declare them.
   */
  readonly nextCursor?: true;
  /** Headers of every success response of the endpoint. */
  readonly headers?: readonly ['ETag'];
  /** Whether the response has an `ETag`, and is a 304 without a body if `If-None-Match` contains this tag. */
  readonly conditional?: true;
  /** Media type of a response with a file or a page. Such a response is cacheable, so 304 is also a success. */
  readonly mediaType?: string;
}

export type ResponseData<Name extends SchemaName> = v.InferOutput<(typeof schemas)[Name]>;

export type PageBody<Item> = ResponseData<'Page'> & { data: Item[] };

export type ResponseBodyOf<Response extends SuccessResponse> = Response extends {
  data: infer Name extends SchemaName;
}
  ? { data: ResponseData<Name> } & NextCursorOf<Response>
  : Response extends { pageOf: infer Name extends SchemaName }
    ? PageBody<ResponseData<Name>>
    : never;

type NextCursorOf<Response> = Response extends { nextCursor: true }
  ? { meta: { next_cursor: string | null } }
  : unknown;

export type ResponseStatusOf<Response extends SuccessResponse> = Response extends
  | { mediaType: string }
  | { conditional: true }
  ? Response['status'] | 304
  : Response['status'];

/** Makes unknown members a type error, because TypeScript does not check inferred type arguments for excess members. */
export type NoExtraMembers<Response extends SuccessResponse> = Partial<
  Record<Exclude<keyof Response, keyof SuccessResponse>, never>
>;
