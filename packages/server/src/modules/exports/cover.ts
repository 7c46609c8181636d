import type { RequestContext } from '../../platform/context.ts';
import type { ComposedCover } from '../../platform/cover-art.ts';
import { drawSvg } from '../../platform/drawing/draw-svg.ts';
import { coverAsJpeg, pixelsAsJpeg } from '../uploads/index.ts';
import { plainCover } from './epub/plain-cover.ts';
import type { ExportCover, ExportStory } from './export-book.ts';
import { whenFree } from './render-queue.ts';
import { withoutInvalid, xmlDeclaration } from './xml.ts';

type Context = Pick<RequestContext, 'storage' | 'coverArt' | 'threads' | 'log' | 'isClientGone'>;
type Image = Omit<ExportCover, 'isGenerated'>;

/** The size in pixels of the SVG that `coverArt` composes. */
const size = { width: 1200, height: 1600 };

const svgImage = (svg: string): Image => ({
  type: 'image/svg+xml',
  bytes: Buffer.from(`${xmlDeclaration}${withoutInvalid(svg)}\n`),
});

/** As JPEG, which every reading app shows; as SVG if only the app's fonts have the letters. */
const imageOf = async (ctx: Context, { svg, isDrawable }: ComposedCover): Promise<Image> =>
  isDrawable
    ? {
        type: 'image/jpeg',
        bytes: await pixelsAsJpeg(await whenFree(ctx, () => drawSvg(ctx.threads, svg)), size),
      }
    : svgImage(svg);

/** The cover that readers see of a story without an image; a plain one if it cannot be drawn. */
async function generatedCover(ctx: Context, story: Omit<ExportStory, 'hasVolumes'>): Promise<Image> {
  try {
    const composed = await ctx.coverArt.compose(story);
    if (composed !== null) return await imageOf(ctx, composed);
  } catch (error) {
    ctx.log.warn({ err: error, story: story.id }, 'a cover couldn’t be drawn; the export has a plain one');
  }
  return svgImage(plainCover(story));
}

/** The cover of an EPUB: the story's uploaded image, otherwise its generated cover. */
export async function coverOf(ctx: Context, story: Omit<ExportStory, 'hasVolumes'>): Promise<ExportCover> {
  const uploaded = story.cover === null ? null : await coverAsJpeg(ctx, story.cover);
  return uploaded === null
    ? { ...(await generatedCover(ctx, story)), isGenerated: true }
    : { type: 'image/jpeg', bytes: uploaded, isGenerated: false };
}
