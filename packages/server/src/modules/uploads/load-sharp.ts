/** The allowed formats, detected by content; all other decoders of sharp are blocked, its SVG loader among them. */
const decoders = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`);

async function load() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: decoders });
  // Every image is processed once: a cache would only use memory.
  sharp.cache(false);
  return sharp;
}
let loading: ReturnType<typeof load> | undefined;

/** sharp is loaded with the first image, so that a server without uploads saves its memory. */
export function loadSharp(): ReturnType<typeof load> {
  loading ??= load();
  return loading;
}
