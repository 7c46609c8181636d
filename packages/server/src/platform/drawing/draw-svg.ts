import type { Threads } from '../threads.ts';

const worker = new URL('./draw-svg.worker.ts', import.meta.url);

/**
 * Draws SVG in a thread, with the project's own fonts: pixels as RGBA, row by row.
 *
 * @throws what `threads.run` throws, and the renderer's error if the SVG is not valid
 */
export async function drawSvg(threads: Pick<Threads, 'run'>, svg: string): Promise<Uint8Array> {
  const pixels = await threads.run(worker, 'renderSvg', { svg });
  if (!(pixels instanceof Uint8Array)) throw new Error('The drawing has no pixels.');
  return pixels;
}
