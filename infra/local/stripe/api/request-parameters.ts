/** Reads the parameters of a request. */
import { parse } from 'qs';
import { type BaseIssue, getDotPath, safeParse } from 'valibot';
import { StripeError } from '../responses.ts';
import { getParameterSchema } from './parameters.ts';

/**
 * Parses a query or a form-encoded body.
 * @throws StripeError when a parameter is unknown, missing or of the wrong type
 */
export function readParameters(operation: string, encodedParameters: string): object {
  const values = parse(encodedParameters, { depth: 10, arrayLimit: 100 });
  const { success, output, issues } = safeParse(getParameterSchema(operation), values, { abortEarly: true });
  if (success) return output;
  throw createError(issues[0]);
}

function createError(issue: BaseIssue<unknown>): StripeError {
  const [first = '', ...rest] = (getDotPath(issue) ?? '').split('.');
  const param = first + rest.map(name => `[${name}]`).join('');
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return new StripeError(400, `Received unknown parameter: ${param}`, { param, code: 'parameter_unknown' });
  }
  if (issue.received === 'undefined') {
    return new StripeError(400, `Missing required param: ${param}.`, { param, code: 'parameter_missing' });
  }
  const code = /^\w+$/.test(issue.message) ? { code: issue.message } : {};
  return new StripeError(400, `Invalid ${param}: ${issue.received}`, { param, ...code });
}
