import { expect, it } from 'vitest';
import { describePortOwner, findFreePort } from '../../../infra/local/ports.ts';

it('finds a free port below the range that outgoing connections use', async () => {
  for (let times = 0; times < 20; times++) {
    const port = await findFreePort();

    expect(port).toBeGreaterThanOrEqual(10_000);
    expect(port).toBeLessThan(32_768);
    expect(await describePortOwner(port)).toBeUndefined();
  }
});
