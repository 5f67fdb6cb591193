import { expect, it } from 'vitest';
import { acceptIdentity, isSameName } from '../../../../../lib/domain/model/accounts/account.ts';

const createIdentity = (registrationNumber: string) => ({
  firstName: 'Jana',
  lastName: 'Malá',
  registrationNumber,
});
const underReview = {
  ...createIdentity('0'),
  identityReview: 'pending' as const,
  identityReviewReason: null,
  acceptedNames: [],
};

it('acceptIdentity stores each accepted name once, the most recent last', () => {
  const first = acceptIdentity(underReview);
  const second = acceptIdentity({ ...first, lastName: 'Veľká' });

  expect(first).toEqual({
    ...underReview,
    identityReview: 'accepted',
    acceptedNames: [createIdentity('0')],
  });
  expect(acceptIdentity({ ...second, lastName: 'Malá' }).acceptedNames).toEqual([
    { ...createIdentity('0'), lastName: 'Veľká' },
    createIdentity('0'),
  ]);
});

it('acceptIdentity keeps only the fifty most recently accepted names', () => {
  const numbers = Array.from({ length: 51 }, (_, at) => String(at));
  let expert = acceptIdentity(underReview);
  for (const registrationNumber of numbers) expert = acceptIdentity({ ...expert, registrationNumber });

  expect(expert.acceptedNames).toEqual(numbers.slice(1).map(createIdentity));
});

it.each([{ firstName: 'Eva' }, { lastName: 'Veľká' }, { registrationNumber: '1' }])(
  'isSameName returns false for an identity that differs in %o',
  change => {
    expect(isSameName(createIdentity('0'), { ...createIdentity('0'), ...change })).toBe(false);
    expect(isSameName(createIdentity('0'), createIdentity('0'))).toBe(true);
  },
);
