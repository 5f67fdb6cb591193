/** An operation of the operators' API, without references and nullable alternatives in its schemas. */

/** Part of JSON Schema. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

export interface OperatorOperation {
  readonly operationId: string;
  readonly method: string;
  /** Path below `/api/v1/operator`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly body?: Schema | undefined;
  /** Schema of the member `data` of the response: an array if the response is a page. */
  readonly data?: Schema | undefined;
}
