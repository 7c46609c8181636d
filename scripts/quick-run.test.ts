import { execFile } from 'node:child_process';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The paths of the test files that Vitest would run. */
async function listedFiles(quick: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', '--json'],
    { cwd: root, env: { ...process.env, INKLING_QUICK_TESTS: quick } },
  );
  const files: { file: string }[] = JSON.parse(stdout);
  return files.map(({ file }) => relative(root, file));
}

test('a quick run leaves out long files and what starts programs, tries all calls or shows whole screens', async () => {
  const [all, quick] = await Promise.all([listedFiles('0'), listedFiles('1')]);
  const isLong = (file: string) =>
    /\.long\.test\.|\/(contract-checks|process-tests|embedded)\/|^packages\/web\/src\/screens\//.test(file);
  expect(quick.toSorted()).toEqual(all.filter((file) => !isLong(file)).toSorted());
  expect(quick.length).toBeGreaterThan(all.length / 2);
  for (const kind of ['.long.test.', '/contract-checks/', '/process-tests/', '/embedded/', '/screens/'])
    expect(
      all.some((file) => file.includes(kind)),
      kind,
    ).toBe(true);
});
