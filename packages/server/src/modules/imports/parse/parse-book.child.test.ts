import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../../platform/db/embedded/processes.ts';
import { readerOf, vanishes } from './testing/readers.ts';

const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** Runs a program in its own process group, as in a terminal; `nextLine` returns its next line of output. */
function program(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { pid: child.pid ?? 0, nextLine: async () => (await lines.next()).value };
}

const importing = () =>
  program(`
    import { heavyBook } from ${at('./testing/epub-fixture.ts')};
    import { readFileSafely } from ${at('./parse-book-safely.ts')};
    const stop = new AbortController();
    process.on('SIGINT', () => stop.abort());
    readFileSafely(heavyBook(), { signal: stop.signal }).catch(({ code }) => console.log(code));`);

test('Ctrl-C, which signals the whole process group, cancels an import and leaves no child process', async () => {
  const { pid, nextLine } = importing();
  const reader = await readerOf(pid);
  process.kill(-pid, 'SIGINT');
  expect(await nextLine()).toBe('CANCELLED');
  await vanishes(reader);
});

test('the child exits when its parent is killed', async () => {
  const { pid } = importing();
  const reader = await readerOf(pid);
  process.kill(pid, 'SIGKILL');
  await vanishes(reader);
});

test('the child exits when its parent is killed, even while its event loop is blocked [R37]', async () => {
  const endless = `await import(${at('./parse-book.child.ts')}); console.log(process.pid); for (;;);`;
  const { pid, nextLine } = program(`
    import { spawn } from 'node:child_process';
    const args = ['--input-type=module', '-e', ${JSON.stringify(endless)}, 'reader', String(process.pid)];
    spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });`);
  const busy = Number(await nextLine());
  onTestFinished(async () => {
    if (await isRunning(busy)) process.kill(busy, 'SIGKILL');
  });
  process.kill(pid, 'SIGKILL');
  await vanishes(busy);
});
