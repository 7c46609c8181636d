import type { Output } from './non-blocking-writer.ts';

const atOnce = 16_000;
const everyMs = 100;

/**
 * Passes lines on many at a time: when there are 16,000 characters of them, and a tenth of a second after the first
 * at the latest. The file's own way of gathering measures all that waits anew with every line, which costs more than
 * the line. What waits when the process ends, by a crash too, is written then.
 */
export function lineBuffer(to: Output): Output {
  let lines: string[] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;

  const passOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const all = lines.join('');
    lines = [];
    characters = 0;
    to.write(all);
  };
  const flushSync = (): void => {
    passOn();
    to.flushSync();
  };
  process.on('exit', flushSync);
  return {
    write(line) {
      lines.push(line);
      characters += line.length;
      if (characters >= atOnce) passOn();
      else timer ??= setTimeout(passOn, everyMs).unref();
    },
    flushSync,
  };
}
