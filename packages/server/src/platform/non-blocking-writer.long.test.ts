import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nonBlockingWriter } from './non-blocking-writer.ts';

const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** Starts a program whose standard output is not read yet; with `andStay` it runs until its input ends. */
function program(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** A writer to a file, and what it has written so far. */
function fileWriter() {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-log-'));
  const path = join(folder, 'log');
  const fd = openSync(path, 'w');
  const close = () => {
    closeSync(fd);
    rmSync(folder, { recursive: true });
  };
  return { output: nonBlockingWriter(fd), written: () => readFileSync(path, 'utf8'), close };
}

test('every line is written exactly once and in order, in any batch sizes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 9000 }), { maxLength: 40 }), (texts) => {
      const { output, written, close } = fileWriter();
      const lines = texts.map((text) => `${JSON.stringify(text)}\n`);
      for (const line of lines) output.write(line);
      output.flushSync();
      expect(written()).toBe(lines.join(''));
      close();
    }),
  );
});

test('a single line is written without waiting for more', () => {
  vi.useFakeTimers();
  const { output, written, close } = fileWriter();
  output.write('one\n');
  expect(written()).toBe('');
  vi.runAllTimers();
  expect(written()).toBe('one\n');
  close();
  vi.useRealTimers();
});

const count = 20_000;
const manyLines = `
  import { createLog } from ${at('./log.ts')};
  const log = createLog({ LOG_LEVEL: 'info' });
  for (let line = 0; line < ${count}; line += 1) log.info({ line }, 'x'.repeat(100));
  setTimeout(() => process.stderr.write('went on'), 300);`;
const andStay = 'process.stdin.resume();';

const numbersUpTo = (end: number) => Array.from({ length: end }, (_, index) => index);

test('a server keeps running while its log is not read, and no line is lost [R60] [P20]', async () => {
  const child = program(manyLines + andStay);
  await once(child.stderr, 'data');
  const lines: number[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (lines.push(JSON.parse(line).line) === count) child.stdin.end();
  }
  expect(lines).toEqual(numbersUpTo(count));
});

test('a server whose log is not read still exits [P20]', async () => {
  expect(await once(program(manyLines), 'exit')).toEqual([0, null]);
});

test('a server keeps running when the reader of its log is gone [P20]', async () => {
  const child = program(manyLines);
  child.stdout.destroy();
  expect(await text(child.stderr)).toBe('went on');
});

test('lines that exceed the buffer are dropped, and their number is logged in their place', async () => {
  const child = program(`
    import { nonBlockingWriter } from ${at('./non-blocking-writer.ts')};
    const output = nonBlockingWriter(process.stdout.fd, 1_000_000);
    for (let index = 0; index < 3000; index += 1) output.write(JSON.stringify({ index, text: 'x'.repeat(1000) }) + '\\n');
    process.stderr.write('went on');
    ${andStay}`);
  await once(child.stderr, 'data');
  const written: number[] = [];
  for await (const line of createInterface(child.stdout)) {
    const { index, ...notice } = JSON.parse(line);
    if (index !== undefined) written.push(index);
    else {
      expect(notice).toMatchObject({ level: 40, lines: 3000 - written.length });
      child.stdin.end();
    }
  }
  expect(written).toEqual(numbersUpTo(written.length));
  expect(written.length).toBeLessThan(3000);
});

test.for([
  ['throws', 'throw new Error("a crash")'],
  ['exits', 'process.exit(3)'],
  ['ends normally', ''],
])('buffered lines are written when the process %s', ([, end = '']) => {
  const program = `
    import { createLog } from ${at('./log.ts')};
    const log = createLog({ LOG_LEVEL: 'info' }, false);
    log.info('the last line');
    ${end}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stdout).toContain('the last line');
});
