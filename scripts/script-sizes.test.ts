import { expect, test } from 'vitest';
import { scriptSizes } from '../bench/script-sizes.ts';

test('the scripts that the built pages load first are no larger than they may be', () => {
  for (const { name, size, max } of scriptSizes()) expect(size, name).toBeLessThanOrEqual(max);
});
