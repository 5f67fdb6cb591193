/** Tests of the periods of digests. */
import { describe, expect, it } from 'vitest';
import {
  choosePeriod,
  type DigestRecord,
  getDigestTime,
  getPeriodEnd,
} from '../../../../lib/domain/model/digest.ts';

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const iso = (time: string) => at(time).toISOString();
const lastDigest = (change: Partial<DigestRecord> = {}): DigestRecord => ({
  ...{ expertId: 'expert', jobId: 'earlier', sentBy: 'earlier' },
  ...{ from: iso('08:00:00'), until: iso('09:00:00') },
  ...change,
});

it('periods of an hour end at full hours, and their digests are due a minute later', () => {
  const end = getPeriodEnd(at('09:59:59.999'), 60);

  expect(end).toEqual(at('10:00:00'));
  expect(getDigestTime(end)).toEqual(at('10:01:00'));
  expect(getPeriodEnd(at('10:00:00'), 60)).toEqual(at('11:00:00'));
});

describe('the period of a digest', () => {
  it('the period of a digest lasts from the end of the last digest to the last full hour', () => {
    expect(choosePeriod(lastDigest(), 'job', at('11:20:00'), 60)).toEqual({
      from: iso('09:00:00'),
      until: iso('11:00:00'),
    });
  });

  it('begins where the last digest began when that one has not been sent', () => {
    const failed = lastDigest({ sentBy: 'another' });

    expect(choosePeriod(failed, 'job', at('11:20:00'), 60)).toEqual({
      from: iso('08:00:00'),
      until: iso('11:00:00'),
    });
  });

  it('does not include an hour that ended less than a minute ago', () => {
    expect(choosePeriod(lastDigest(), 'job', at('11:00:59'), 60)).toEqual({
      from: iso('09:00:00'),
      until: iso('10:00:00'),
    });
  });

  it.each([
    ['there is no other digest', undefined],
    ['the last digest is older than a day', lastDigest({ until: '2026-02-20T09:00:00.000Z' })],
  ])('begins a day before its end when %s', (_, last) => {
    expect(choosePeriod(last, 'job', at('11:20:00'), 60)).toEqual({
      from: '2026-03-01T11:00:00.000Z',
      until: iso('11:00:00'),
    });
  });

  it.each(['earlier', 'another'])('does not exist when the last digest ends there (sent by %s)', sentBy => {
    const last = lastDigest({ until: iso('11:00:00'), sentBy });

    expect(choosePeriod(last, 'job', at('11:59:00'), 60)).toBeUndefined();
  });

  it('is the same again when the job of the last digest is retried', () => {
    expect(choosePeriod(lastDigest({ jobId: 'job', sentBy: 'another' }), 'job', at('14:20:00'), 60)).toEqual({
      from: iso('08:00:00'),
      until: iso('09:00:00'),
    });
  });
});
