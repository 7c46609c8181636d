import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { move } from 'piscina';

// On Linux this sets the priority of this thread only, so that other requests go first.
if (process.platform === 'linux') setPriority(0, 10);

const read = (module: string): Promise<Buffer> => readFile(new URL(import.meta.resolve(module)));

const family = '@expo-google-fonts/literata';
const [, ...fontBuffers] = await Promise.all([
  read('@resvg/resvg-wasm/index_bg.wasm').then(initWasm),
  read(`${family}/400Regular/Literata_400Regular.ttf`),
  read(`${family}/600SemiBold/Literata_600SemiBold.ttf`),
]);

/** Renders SVG to RGBA pixels with the fonts above alone, since a machine may have no fonts. */
export function renderSvg({ svg }: { svg: string }) {
  const renderer = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Literata' } });
  const image = renderer.render();
  const pixels = Uint8Array.from(image.pixels);
  image.free();
  renderer.free();
  return move(pixels);
}
