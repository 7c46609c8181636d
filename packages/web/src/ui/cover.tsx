import type { CSSProperties } from 'react';
import { stableHash } from './stable-hash.ts';

interface Props {
  /** The story's id, which determines the generated cover. */
  id: string;
  title: string;
  author: string;
  language?: string;
  /** An https, /files/ or blob: URL. For anything else a cover is generated. */
  image: string | null;
  /** Alternative formats and widths of the image. */
  sources?: { type: string; srcSet: string }[];
  sizes: string;
  /** The alternative text; empty where the title is shown next to it. */
  alt?: string;
  /** Loads without waiting for scrolling, for covers above the fold. */
  eager?: boolean;
}

const patternCount = 12;
const paletteCount = 12;
/** The first patterns are pictures, which only suit the first layouts; the others suit all layouts. */
const picturePatterns = 2;
const pictureLayouts = 3;

/** Each layout's title box and largest font size, in hundredths of the cover's width. */
const layouts = [
  { name: 'split', width: 80, height: 37, maxSize: 14 },
  { name: 'window', width: 82, height: 42, maxSize: 14 },
  { name: 'label', width: 64, height: 40, maxSize: 13 },
  { name: 'band', width: 82, height: 34, maxSize: 14 },
  { name: 'border', width: 64, height: 68, maxSize: 14 },
  { name: 'strip', width: 58, height: 84, maxSize: 14 },
] as const;
type Layout = (typeof layouts)[number];

const wideCharacters = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff01-\uff60]/g;
const minSize = 5.4;
/** Below this size a word that is longer than a line is broken instead of shrunk. */
const breakWordsBelow = 7.4;
const lineHeight = 1.16;
const spaceWidth = 0.25;
/** The approximate width of a text in ems: capitals, m and w are wider; CJK characters are square. */
const widthOf = (text: string): number =>
  text.length * 0.58 +
  (text.match(/[A-Zmw]/g)?.length ?? 0) * 0.3 +
  (text.match(wideCharacters)?.length ?? 0) * 0.42;

/** The largest font size, in hundredths of the cover's width, at which the title fits. */
function sizeOf(title: string, { width, height, maxSize }: Layout): number {
  const words = title.replace(wideCharacters, ' $& ').split(/\s+/).filter(Boolean).map(widthOf);
  const fits = (size: number): boolean => {
    let lines = 1;
    let used = 0;
    for (const word of words) {
      if (word * size > width && size > breakWordsBelow) return false;
      if (used > 0 && (used + spaceWidth + word) * size > width) {
        lines += 1;
        used = word;
      } else used += (used > 0 ? spaceWidth : 0) + word;
      lines += Math.floor((word * size) / width);
    }
    return lines * lineHeight * size <= height;
  };
  let size = maxSize;
  while (size > minSize && !fits(size)) size -= 0.4;
  return Math.round(size * 10) / 10;
}

/** A 3:4 book cover: its image, or the title and author on a generated pattern. */
export function Cover(props: Props) {
  const { id, title, author, language, image, sources = [], sizes, alt = '', eager = false } = props;
  if (image !== null && /^(https:\/\/|\/files\/|blob:)/.test(image)) {
    return (
      <div className="cover">
        <picture>
          {sources.map((source) => (
            <source key={source.type} {...source} sizes={sizes} />
          ))}
          <img
            src={image}
            alt={alt}
            width={600}
            height={800}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            referrerPolicy="no-referrer"
          />
        </picture>
      </div>
    );
  }
  const hash = stableHash(id);
  const pattern = hash % patternCount;
  const choice = (hash >>> 16) % (pattern < picturePatterns ? pictureLayouts : layouts.length);
  const layout = layouts[choice] ?? layouts[0];
  const style: CSSProperties & Record<'--title-size', string> = {
    '--title-size': `${sizeOf(title, layout)}cqi`,
  };
  return (
    <div
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      className="cover cover-drawn"
      data-pattern={pattern}
      data-palette={(hash >>> 8) % paletteCount}
      data-layout={layout.name}
      style={style}
      lang={language}
      dir="auto"
    >
      <span className="cover-pattern" />
      <span className="cover-plate">
        <span className="cover-title">{title}</span>
        <span className="cover-author">{author}</span>
      </span>
    </div>
  );
}
