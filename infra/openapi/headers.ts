/** Response headers as named components. */
const TEXT = { type: 'string' };

const HEADERS = {
  'X-Request-Id': {
    description: 'Every log line of the request has it too.',
    required: true,
    schema: TEXT,
    example: '0f6c3a8e-5f0c-4c66-9d7b-6f6f6a2f7d51',
  },
  'Retry-After': {
    description: 'Seconds. Absent when API Gateway itself answers.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  RateLimit: {
    description: 'What is left of a limit, and for how many seconds.',
    schema: TEXT,
    example: '"registrations";r=0;t=1800',
  },
  'RateLimit-Policy': {
    description: 'How many there may be within how many seconds.',
    schema: TEXT,
    example: '"registrations";q=20;w=3600',
  },
  ETag: {
    description: 'Changes with the data; `If-Match` takes it.',
    schema: TEXT,
    example: '"5b1f0c"',
  },
  'Idempotency-Replayed': {
    description: 'The answer of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
} as const;

/** Returns a reference to a header component, to be spread into `headers`. */
export function header(name: keyof typeof HEADERS): Record<string, { readonly $ref: string }> {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}

export const headerComponents: Readonly<Record<string, object>> = HEADERS;
