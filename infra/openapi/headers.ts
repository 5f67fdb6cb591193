/** Response headers as named components. */
const TEXT = { type: 'string' };

const HEADERS = {
  'X-Request-Id': {
    description: 'Id of the request, which is also in its log entries.',
    required: true,
    schema: TEXT,
    example: '0f6c3a8e-5f0c-4c66-9d7b-6f6f6a2f7d51',
  },
  'Retry-After': {
    description:
      'Seconds to wait before the next attempt. Absent from responses that API Gateway itself generates.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  RateLimit: {
    description: 'Remaining calls, and seconds until the limit resets.',
    schema: TEXT,
    example: '"registrations";r=0;t=1800',
  },
  'RateLimit-Policy': {
    description: 'Number of calls allowed, and length of the window in seconds.',
    schema: TEXT,
    example: '"registrations";q=20;w=3600',
  },
  ETag: {
    description: 'Version of the resource, which can be sent as `If-Match` or `If-None-Match`.',
    schema: TEXT,
    example: '"5b1f0c"',
  },
  'Idempotency-Replayed': {
    description: 'Present when the response was stored by an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
} as const;

/** Returns a reference to a header component, to be spread into `headers`. */
export function createHeaderReference(name: keyof typeof HEADERS): Record<string, { readonly $ref: string }> {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}

export const headerComponents: Readonly<Record<string, object>> = HEADERS;
