interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The largest stored width, in pixels. */
const maxSide = 512;

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => reject(new Error('This image cannot be read.')));
    image.src = address;
  });
}

/** Crops a square part of an image, no larger than the stored size; rejects if the file is not an image. */
export async function cropImage(address: string, part: Part): Promise<Blob> {
  const image = await loadImage(address);
  const canvas = document.createElement('canvas');
  const size = Math.max(1, Math.min(maxSide, Math.round(part.width)));
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, size, size);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (file === null) throw new Error('This image cannot be read.');
  return file;
}
