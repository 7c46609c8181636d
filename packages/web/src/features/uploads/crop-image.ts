interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The shape of a cropped image, and its largest width in pixels. */
export interface CropShape {
  /** Width divided by height. */
  aspect: number;
  maxWidth: number;
  round: boolean;
}

export const avatarCrop: CropShape = { aspect: 1, maxWidth: 512, round: true };
export const coverCrop: CropShape = { aspect: 3 / 4, maxWidth: 1200, round: false };

/** Crops a part of an image, no larger than the shape allows; rejects if the file is not an image. */
export async function cropImage(address: string, part: Part, shape: CropShape): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  const width = Math.max(1, Math.min(shape.maxWidth, Math.round(part.width)));
  const height = Math.max(1, Math.round(width / shape.aspect));
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser can’t draw.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.92));
  if (file === null) throw new Error('This image can’t be read.');
  return file;
}
