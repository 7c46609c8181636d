import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../../platform/db/embedded/processes.ts';
import { readerOf, vanishes } from './testing/readers.ts';

const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** Runs a piece of a program in a process group of its own, as in a terminal; `said` gives its next line. */
function program(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { pid: child.pid ?? 0, said: async () => (await lines.next()).value };
}

const importing = () =>
  program(`
    import { heavyBook } from ${at('./epub-fixture.ts')};
    import { parseBookSafely } from ${at('./parse-book-safely.ts')};
    const stop = new AbortController();
    process.on('SIGINT', () => stop.abort());
    parseBookSafely(heavyBook(), { signal: stop.signal }).catch(({ code }) => console.log(code));`);

test('Ctrl-C, which reaches the whole process group, cancels an import; no reader is left', async () => {
  const { pid, said } = importing();
  const reader = await readerOf(pid);
  process.kill(-pid, 'SIGINT');
  expect(await said()).toBe('CANCELLED');
  await vanishes(reader);
});

test('no reader is left when the program that has started it is killed', async () => {
  const { pid } = importing();
  const reader = await readerOf(pid);
  process.kill(pid, 'SIGKILL');
  await vanishes(reader);
});

test('nor is one that never comes to an end, and hears nothing', async () => {
  const endless = `await import(${at('./parse-book.child.ts')}); console.log(process.pid); for (;;);`;
  const { pid, said } = program(`
    import { spawn } from 'node:child_process';
    const args = ['--input-type=module', '-e', ${JSON.stringify(endless)}, 'reader', String(process.pid)];
    spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });`);
  const busy = Number(await said());
  onTestFinished(async () => {
    if (await isRunning(busy)) process.kill(busy, 'SIGKILL');
  });
  process.kill(pid, 'SIGKILL');
  await vanishes(busy);
});
