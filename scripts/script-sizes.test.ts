import { expect, test } from 'vitest';
import { scriptBudgets, sizeOf } from '../packages/web/script-sizes.ts';
import routes from '../packages/web/src/routes.ts';

/** Forms load zod. */
const otherMax = 200;

test('the scripts that pages load first are no larger than they may be', () => {
  for (const { name, size, max } of scriptBudgets.map(sizeOf)) expect(size, name).toBeLessThanOrEqual(max);
});

test('so are those of every other page that visitors can open', () => {
  const pages = routes.filter(({ id = '' }) => /^(public|open)\//.test(id)).map(({ file }) => file);
  expect(pages.length).toBeGreaterThan(10);
  for (const file of pages)
    expect(sizeOf({ name: file, modules: [file], max: otherMax }).size, file).toBeLessThanOrEqual(otherMax);
});
