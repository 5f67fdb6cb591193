import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DomainError, InvalidBodyError } from '../../../../lib/domain/errors.ts';
import { formBody } from '../../../../lib/http/request/form-body.ts';
import * as field from '../../../../lib/validation/fields.ts';
import { createRequest } from '../../../support/create-request.ts';

const reader = formBody({
  email: field.Email,
  dateOfBirth: field.DateOfBirth,
  regions: field.Regions,
  scan: field.IdScan,
});

const part = (parameters: string, content: string) =>
  `--b0\r\nContent-Disposition: form-data; ${parameters}\r\n\r\n${content}\r\n`;
const WHOLE = Buffer.from(
  [
    part('name="email"', 'jana@example.com'),
    part('name="dateOfBirth[day]"', '1'),
    part('name="dateOfBirth"', '{"day":1,"month":1,"year":1990}'),
    part('name="regions[]"', 'ba'),
    part('name="scan"; filename="x.jpg"\r\nContent-Type: image/jpeg', '\xff\xd8\xff\r\n--b\r\n\r\n\0'),
    '--b0--\r\n',
  ].join(''),
  'latin1',
);

const position = fc.nat(WHOLE.length - 1);
const replacement = fc.oneof(
  fc.constantFrom(
    '\r\n',
    '\r',
    '\n',
    '\r\n\r\n',
    '--',
    '--b0',
    '\r\n--b0',
    '\r\n--b0\r\n',
    '\r\n--b0--',
    '"',
    ';',
    '[',
    ']',
    ':',
  ),
  fc.uint8Array({ maxLength: 8 }).map(bytes => Buffer.from(bytes).toString('latin1')),
);
/** Mutation that replaces some of the bytes after a position with other bytes. */
const mutation = fc.record({
  at: position,
  drop: fc.oneof(fc.nat(3), fc.nat(60), position),
  scrap: replacement,
});

const mutatedBody = fc
  .array(mutation, { minLength: 1, maxLength: 4 })
  .map(mutations =>
    mutations.reduce<Buffer>(
      (body, { at, drop, scrap: bytes }) =>
        Buffer.concat([body.subarray(0, at), Buffer.from(bytes, 'latin1'), body.subarray(at + drop)]),
      WHOLE,
    ),
  );

it('formBody reads or rejects each of 1,000 mutated bodies within a second', async () => {
  await fc.assert(
    fc.asyncProperty(mutatedBody, async body => {
      const reading = reader.read(createRequest(body, 'multipart/form-data; boundary=b0'));
      const outcome = await Promise.race([reading.catch(error => error), waitForTimeout()]);
      expect(outcome === TIMED_OUT || (outcome instanceof Error && !isExpectedError(outcome))).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

const TIMED_OUT = 'late';

function waitForTimeout(): Promise<typeof TIMED_OUT> {
  return new Promise(resolve => setTimeout(resolve, 1_000, TIMED_OUT).unref());
}

function isExpectedError(error: Error): boolean {
  return error instanceof DomainError || error instanceof InvalidBodyError;
}
