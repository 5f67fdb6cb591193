import { expect, it } from 'vitest';
import { maskSecrets } from '../../../../infra/console/app/developer/mask-secrets.ts';

it('maskSecrets hides passwords, codes and tokens at every level', () => {
  const message = {
    authorization: 'Bearer 1|a',
    email: 'eva@example.sk',
    data: [{ token: 'a', recoveryCodes: ['b'], currentPassword: 'c' }],
  };

  expect(maskSecrets(message)).toEqual({
    authorization: '•••',
    email: 'eva@example.sk',
    data: [{ token: '•••', recoveryCodes: '•••', currentPassword: '•••' }],
  });
});
