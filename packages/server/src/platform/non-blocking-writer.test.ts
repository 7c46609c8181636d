import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

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
