/** Operations of the OpenAPI description, as the API reference displays them. */
import { mapValues } from '../response/openapi-document.ts';

interface Parameter {
  readonly required?: boolean;
  readonly example?: unknown;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export const adaptOperations = (paths: Paths): Paths =>
  mapValues(paths, methods => mapValues(methods, adaptOperation));

const adaptOperation = ({ summary, description, parameters = [], ...operation }: Operation): Operation => ({
  ...operation,
  // Scalar displays summaries as plain text.
  summary: summary.replaceAll('`', ''),
  description: omitSummary(description, summary),
  parameters: parameters.map(parameter => (parameter.required ? parameter : switchOff(parameter))),
});

/** Omits the first sentence of a description if it is also the heading of the operation. */
const omitSummary = (description: string, summary: string): string =>
  description.startsWith(`${summary}.`) ? description.slice(summary.length + 1).trim() : description;

/**
 * Changes an optional parameter so that the page sends it only when the reader has ticked it. Otherwise, Scalar would
 * send the first value of each enumeration, for example a simulated failure with every request.
 */
const switchOff = ({ example, ...parameter }: Parameter): Parameter & { readonly examples: object } => ({
  ...parameter,
  examples: { off: { summary: 'not sent', value: example ?? '', 'x-disabled': true } },
});
