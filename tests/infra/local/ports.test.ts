import { expect, it } from 'vitest';
import { findFreePort, isPortFree } from '../../../infra/local/ports.ts';

it('findFreePort returns a free port below the range of outgoing connections', async () => {
  for (let times = 0; times < 20; times++) {
    const port = await findFreePort();

    expect(port).toBeGreaterThanOrEqual(10_000);
    expect(port).toBeLessThan(32_768);
    expect(await isPortFree(port)).toBe(true);
  }
});
