import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { lineBuffer } from './line-buffer.ts';

/** An output that records what is written. */
function recorder() {
  const written: string[] = [];
  return { written, write: (text: string) => written.push(text), flushSync: () => {} };
}

test('every line is written exactly once and in order, in any batch sizes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 9000 }), { maxLength: 40 }), (lines) => {
      const output = recorder();
      const buffered = lineBuffer(output);
      for (const line of lines) buffered.write(`${line}\n`);
      buffered.flushSync();
      process.off('exit', buffered.flushSync);
      expect(output.written.join('')).toBe(lines.map((line) => `${line}\n`).join(''));
      expect(output.written.length).toBeLessThanOrEqual(lines.length);
    }),
  );
});

test('a single line is written without waiting for more', () => {
  vi.useFakeTimers();
  const output = recorder();
  const buffered = lineBuffer(output);
  buffered.write('one\n');
  expect(output.written).toEqual([]);
  vi.runAllTimers();
  expect(output.written).toEqual(['one\n']);
  process.off('exit', buffered.flushSync);
  vi.useRealTimers();
});

test.for([
  ['throws', 'throw new Error("a crash")'],
  ['exits', 'process.exit(3)'],
  ['ends normally', ''],
])('buffered lines are written when the process %s', ([, end = '']) => {
  const log = new URL('log.ts', import.meta.url).href;
  const program = `
    import { createLog } from ${JSON.stringify(log)};
    const log = createLog({ LOG_LEVEL: 'info' }, false);
    log.info('the last line');
    ${end}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stdout).toContain('the last line');
});
