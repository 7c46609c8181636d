import type { Locator, Page } from '@playwright/test';

interface ImageOptions {
  width?: number;
  height?: number;
  /** Makes images distinguishable. */
  colour?: string;
  /** Random pixels, so that the image does not compress well. */
  noisy?: boolean;
}

/** Generates a JPEG, so that the repository needs no image files. */
export async function createJpeg(page: Page, options: ImageOptions = {}): Promise<Buffer> {
  const { width = 900, height = 1200, colour = '#2f6f4f', noisy = false } = options;
  const bytes = await page.evaluate(
    async ([w, h, fill, noise]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.fillStyle = fill;
      context.fillRect(0, 0, w, h);
      if (noise) {
        const pixels = context.getImageData(0, 0, w, h);
        for (let index = 0; index < pixels.data.length; index += 1)
          if (index % 4 !== 3) pixels.data[index] = Math.random() * 256;
        context.putImageData(pixels, 0, 0);
      }
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    [width, height, colour, noisy] as const,
  );
  return Buffer.from(bytes);
}

interface TestFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Drops a file on an element, or pastes it there, as from a file manager. */
export async function dropOrPaste(target: Locator, how: 'drop' | 'paste', file: TestFile): Promise<void> {
  const argument = { how, name: file.name, type: file.type, bytes: [...file.bytes] };
  await target.evaluate((element, { how: kind, name, type, bytes }) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const event =
      kind === 'drop'
        ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
  }, argument);
}
