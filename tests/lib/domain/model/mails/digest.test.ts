import { expect, it } from 'vitest';
import {
  choosePeriod,
  type DigestRecord,
  getDigestTime,
  getPeriodEnd,
} from '../../../../../lib/domain/model/mails/digest.ts';

const at = (time: string) => new Date(`2026-03-02T${time}Z`);
const iso = (time: string) => at(time).toISOString();
const lastDigest = (change: Partial<DigestRecord> = {}): DigestRecord => ({
  expertId: 'expert',
  jobId: 'earlier',
  sentBy: 'earlier',
  from: iso('08:00:00'),
  until: iso('09:00:00'),
  ...change,
});

it('a digest period of an hour ends at the next full hour', () => {
  expect(getPeriodEnd(at('09:59:59.999'), 60)).toEqual(at('10:00:00'));
  expect(getPeriodEnd(at('10:00:00'), 60)).toEqual(at('11:00:00'));
});

it('the digest of a period is due a minute after its end', () => {
  expect(getDigestTime(at('10:00:00'))).toEqual(at('10:01:00'));
});

it('the period of a digest lasts from the end of the last digest to the last full hour', () => {
  expect(choosePeriod(lastDigest(), 'job', at('11:20:00'), 60)).toEqual({
    from: iso('09:00:00'),
    until: iso('11:00:00'),
  });
});

it('the period of a digest begins where the last digest began if the last digest was not sent', () => {
  const failed = lastDigest({ sentBy: 'another' });

  expect(choosePeriod(failed, 'job', at('11:20:00'), 60)).toEqual({
    from: iso('08:00:00'),
    until: iso('11:00:00'),
  });
});

it('the period of a digest does not include an hour that ended less than a minute ago', () => {
  expect(choosePeriod(lastDigest(), 'job', at('11:00:59'), 60)).toEqual({
    from: iso('09:00:00'),
    until: iso('10:00:00'),
  });
});

it.each([
  ['there is no other digest', undefined],
  ['the last digest is older than a day', lastDigest({ until: '2026-02-20T09:00:00.000Z' })],
])('the period of a digest begins a day before its end when %s', (_, last) => {
  expect(choosePeriod(last, 'job', at('11:20:00'), 60)).toEqual({
    from: '2026-03-01T11:00:00.000Z',
    until: iso('11:00:00'),
  });
});

it.each(['earlier', 'another'])(
  'a digest has no period if the last digest covers all full hours (job of the last digest: %s)',
  sentBy => {
    const last = lastDigest({ until: iso('11:00:00'), sentBy });

    expect(choosePeriod(last, 'job', at('11:59:00'), 60)).toBeUndefined();
  },
);

it('a retried job sends a digest of the same period', () => {
  expect(choosePeriod(lastDigest({ jobId: 'job', sentBy: 'another' }), 'job', at('14:20:00'), 60)).toEqual({
    from: iso('08:00:00'),
    until: iso('09:00:00'),
  });
});
