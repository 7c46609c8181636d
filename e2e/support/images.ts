import type { Locator, Page } from '@playwright/test';

interface Kind {
  width?: number;
  height?: number;
  /** Pictures can be told from others by it. */
  colour?: string;
  /** Every pixel is another one, so that no format makes it small. */
  noisy?: boolean;
}

/** A picture that no file of the project has to hold, a JPEG of about the size that a camera makes. */
export async function createJpeg(page: Page, kind: Kind = {}): Promise<Buffer> {
  const { width = 900, height = 1200, colour = '#2f6f4f', noisy = false } = kind;
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

interface GivenFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Drops a file on an element, or pastes it there, as a person's file manager would. */
export async function dropOrPaste(target: Locator, how: 'drop' | 'paste', file: GivenFile): Promise<void> {
  const given = { how, name: file.name, type: file.type, bytes: [...file.bytes] };
  await target.evaluate((element, { how: kind, name, type, bytes }) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], name, { type }));
    const event =
      kind === 'drop'
        ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
        : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
  }, given);
}
