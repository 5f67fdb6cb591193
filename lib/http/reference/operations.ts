/** Operations of the OpenAPI description, as the API reference displays them. */

interface Parameter {
  readonly required?: boolean;
  readonly example?: unknown;
}

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export const adaptOperations = (paths: Paths): Paths =>
  mapValues(paths, methods => mapValues(methods, adaptOperation));

const adaptOperation = ({ summary, parameters = [], ...operation }: Operation): Operation => ({
  ...operation,
  // Scalar displays summaries as plain text.
  summary: summary.replaceAll('`', ''),
  parameters: parameters.map(parameter => (parameter.required ? parameter : switchOff(parameter))),
});

/**
 * Lets the page send an optional parameter only when the reader has ticked it. Otherwise Scalar would send the first
 * value of each enumeration, for example a simulated failure with every request.
 */
const switchOff = ({ example, ...parameter }: Parameter): Parameter & { readonly examples: object } => ({
  ...parameter,
  examples: { off: { summary: 'not sent', value: example ?? '', 'x-disabled': true } },
});

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
