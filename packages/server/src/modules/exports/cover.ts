import { hash } from 'node:crypto';
import type { RequestContext } from '../../platform/context.ts';
import type { ComposedCover } from '../../platform/cover-art.ts';
import { drawSvg } from '../../platform/drawing/draw-svg.ts';
import { coverAsJpeg, pixelsAsJpeg } from '../uploads/index.ts';
import type { ExportCover, ExportStory } from './export-book.ts';
import { whenFree } from './render-queue.ts';
import { withoutInvalid, xmlDeclaration, xmlText } from './xml.ts';

/** Dark backgrounds, on which white text is readable. */
const colors = ['#2f3e5c', '#5c2f3a', '#2f5c4a', '#4a3b66', '#66492b', '#24566b'];
const lineLength = 16;
const maxLines = 7;

/** A text in lines of about `lineLength` characters. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < lineLength)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`];
}

interface Texts {
  id: string;
  title: string;
  author: string;
}

/** Title and author on a colored ground, as SVG, where the site's own cover cannot be drawn. */
function plainCover({ id, title, author }: Texts): string {
  const lines = wrap(title);
  const longest = Math.max(...lines.map((line) => [...line].length));
  // A letter is about half as wide as it is high; those of Chinese or Japanese are twice that.
  const size = Math.max(
    20,
    Math.min(72, Math.floor(480 / (longest * (/\p{scx=Han}/u.test(title) ? 1 : 0.58)))),
  );
  const color = colors[(hash('sha256', id, 'buffer')[0] ?? 0) % colors.length];
  const texts = lines.map(
    (line, index) => `<tspan x="300" y="${240 + index * size * 1.2}">${xmlText(line)}</tspan>`,
  );
  const authorSize = Math.max(16, Math.min(34, Math.floor(480 / ([...author].length * 0.58))));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800" viewBox="0 0 600 800">
<rect width="600" height="800" fill="${color}"/>
<rect x="30" y="30" width="540" height="740" fill="none" stroke="#ffffff" stroke-opacity="0.5" stroke-width="2"/>
<g fill="#ffffff" font-family="serif" text-anchor="middle">
<text font-size="${size}">${texts.join('')}</text>
<text x="300" y="710" font-size="${authorSize}">${xmlText(author)}</text>
</g>
</svg>`;
}

type CoveredStory = Pick<ExportStory, 'id' | 'title' | 'author' | 'style' | 'cover'>;
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
async function generatedCover(ctx: Context, story: CoveredStory): Promise<Image> {
  try {
    const composed = await ctx.coverArt.compose(story);
    if (composed !== null) return await imageOf(ctx, composed);
  } catch (error) {
    ctx.log.warn({ err: error, story: story.id }, 'a cover couldn’t be drawn; the export has a plain one');
  }
  return svgImage(plainCover(story));
}

/** The cover of an EPUB: the story's uploaded image, otherwise its generated cover. */
export async function coverOf(ctx: Context, story: CoveredStory): Promise<ExportCover> {
  const uploaded = story.cover === null ? null : await coverAsJpeg(ctx, story.cover);
  return uploaded === null
    ? { ...(await generatedCover(ctx, story)), isGenerated: true }
    : { type: 'image/jpeg', bytes: uploaded, isGenerated: false };
}
