import { expect, it } from 'vitest';
import { compareWithFloor } from '../../../infra/bench/measurement.ts';

const check = () => undefined;

it('compareWithFloor runs the operation alternately after and before its floor', async () => {
  const order: string[] = [];

  await compareWithFloor(
    3,
    { run: async () => order.push('operation'), check },
    { run: async () => order.push('floor'), check },
  );

  expect(order.join(' ')).toBe('floor operation operation floor floor operation');
});
