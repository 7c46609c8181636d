import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** Runs a program of whose standard output nothing is taken yet, and which stays until its input ends. */
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

const upTo = (end: number) => Array.from({ length: end }, (_, one) => one);

test('a server goes on while nobody takes its log, and every line is there for who takes it then', async () => {
  const child = program(manyLines + andStay);
  await once(child.stderr, 'data');
  const lines: number[] = [];
  for await (const line of createInterface(child.stdout)) {
    if (lines.push(JSON.parse(line).line) === count) child.stdin.end();
  }
  expect(lines).toEqual(upTo(count));
});

test('a server whose log nobody takes ends nevertheless', async () => {
  expect(await once(program(manyLines), 'exit')).toEqual([0, null]);
});

test('a server goes on when the reader of its log is gone', async () => {
  const child = program(manyLines);
  child.stdout.destroy();
  expect(await text(child.stderr)).toBe('went on');
});

test('of what is too much to wait is said in its place how much that was', async () => {
  const child = program(`
    import { patientOutput } from ${at('./non-blocking-writer.ts')};
    const to = patientOutput(process.stdout.fd, 1_000_000);
    for (let one = 0; one < 3000; one += 1) to.write(JSON.stringify({ one, text: 'x'.repeat(1000) }) + '\\n');
    process.stderr.write('went on');
    ${andStay}`);
  await once(child.stderr, 'data');
  const kept: number[] = [];
  for await (const line of createInterface(child.stdout)) {
    const { one, ...said } = JSON.parse(line);
    if (one !== undefined) kept.push(one);
    else {
      expect(said).toMatchObject({ level: 40, lines: 3000 - kept.length });
      child.stdin.end();
    }
  }
  expect(kept).toEqual(upTo(kept.length));
  expect(kept.length).toBeLessThan(3000);
});
