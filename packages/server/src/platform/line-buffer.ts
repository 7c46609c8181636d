import type { Output } from './non-blocking-writer.ts';

const maxCharacters = 16_000;
const flushAfterMs = 100;

/**
 * Writes lines in batches: at 16,000 characters, or a tenth of a second after the first line. pino's own buffering
 * measures the whole buffer again for each line, which costs more than the line itself. Buffered lines are written
 * when the process exits, also after a crash.
 */
export function lineBuffer(output: Output): Output {
  let lines: string[] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const all = lines.join('');
    lines = [];
    characters = 0;
    output.write(all);
  };
  const flushSync = (): void => {
    flush();
    output.flushSync();
  };
  process.on('exit', flushSync);
  return {
    write(line) {
      lines.push(line);
      characters += line.length;
      if (characters >= maxCharacters) flush();
      else timer ??= setTimeout(flush, flushAfterMs).unref();
    },
    flushSync,
  };
}
