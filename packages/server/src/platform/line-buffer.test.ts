import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { lineBuffer } from './line-buffer.ts';

/** A file that keeps what it is given. */
function paper() {
  const written: string[] = [];
  return { written, write: (text: string) => written.push(text), flushSync: () => {} };
}

test('every line arrives, once and in order, however many go at a time', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 9000 }), { maxLength: 40 }), (lines) => {
      const to = paper();
      const gathered = lineBuffer(to);
      for (const line of lines) gathered.write(`${line}\n`);
      gathered.flushSync();
      process.off('exit', gathered.flushSync);
      expect(to.written.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
      expect(to.written.length).toBeLessThanOrEqual(lines.length);
    }),
  );
});

test('a line that nothing follows does not wait for others', () => {
  vi.useFakeTimers();
  const to = paper();
  const gathered = lineBuffer(to);
  gathered.write('one\n');
  expect(to.written).toEqual([]);
  vi.runAllTimers();
  expect(to.written).toEqual(['one\n']);
  process.off('exit', gathered.flushSync);
  vi.useRealTimers();
});

test.for([
  ['throws', 'throw new Error("a fall")'],
  ['exits', 'process.exit(3)'],
  ['comes to its end', ''],
])('what waits is written when the process %s', ([, end = '']) => {
  const log = new URL('log.ts', import.meta.url).href;
  const program = `
    import { createLog } from ${JSON.stringify(log)};
    const log = createLog({ LOG_LEVEL: 'info' }, false);
    log.info('the last words');
    ${end}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stdout).toContain('the last words');
});
