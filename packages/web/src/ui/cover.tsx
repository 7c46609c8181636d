import type { CSSProperties } from 'react';
import { steadyHash } from './steady-hash.ts';

interface Props {
  /** The story's id: the same one is always drawn the same. */
  id: string;
  title: string;
  author: string;
  language?: string;
  /** An https address, one of this server's own images or one in this browser alone; anything else is drawn. */
  image: string | null;
  /** The image's formats in their widths, where there are several. */
  sources?: { type: string; srcSet: string }[];
  sizes: string;
  /** What it says to those who do not see it; nothing where the title stands beside it in a list. */
  alt?: string;
  /** Loaded at once, for what is seen first. */
  eager?: boolean;
}

const patterns = 12;
const palettes = 12;
/** The first patterns are pictures that look best in the first layouts; the others go with all. */
const pictures = 2;
const layoutsForPictures = 3;

/** The room for the title in hundredths of the cover's width, and its largest size. */
const layouts = [
  { name: 'split', width: 80, height: 37, most: 14 },
  { name: 'window', width: 82, height: 42, most: 14 },
  { name: 'label', width: 64, height: 40, most: 13 },
  { name: 'band', width: 82, height: 34, most: 14 },
  { name: 'border', width: 64, height: 68, most: 14 },
  { name: 'strip', width: 58, height: 84, most: 14 },
] as const;
type Layout = (typeof layouts)[number];

const wide = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff01-\uff60]/g;
const smallest = 5.4;
/** Where even one word is too long for a line, it is broken rather than set smaller than this. */
const breakWordsAt = 7.4;
const lineHeight = 1.16;
const space = 0.25;
/** About how wide a text is, in ems: capitals, m and w are wider; Chinese, Japanese and Korean signs are square. */
const widthOf = (text: string): number =>
  text.length * 0.58 + (text.match(/[A-Zmw]/g)?.length ?? 0) * 0.3 + (text.match(wide)?.length ?? 0) * 0.42;

/** The largest size, in hundredths of the cover's width, at which the title fits without cutting a word. */
function sizeOf(title: string, { width, height, most: max }: Layout): number {
  const words = title.replace(wide, ' $& ').split(/\s+/).filter(Boolean).map(widthOf);
  const fits = (size: number): boolean => {
    let lines = 1;
    let used = 0;
    for (const word of words) {
      if (word * size > width && size > breakWordsAt) return false;
      if (used > 0 && (used + space + word) * size > width) {
        lines += 1;
        used = word;
      } else used += (used > 0 ? space : 0) + word;
      lines += Math.floor((word * size) / width);
    }
    return lines * lineHeight * size <= height;
  };
  let size = max;
  while (size > smallest && !fits(size)) size -= 0.4;
  return Math.round(size * 10) / 10;
}

/** A book's cover, 3:4: its image, or title and author set on a drawn pattern. */
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
  const hash = steadyHash(id);
  const pattern = hash % patterns;
  const choice = (hash >>> 16) % (pattern < pictures ? layoutsForPictures : layouts.length);
  const layout = layouts[choice] ?? layouts[0];
  const style: CSSProperties & Record<'--title-size', string> = {
    '--title-size': `${sizeOf(title, layout)}cqi`,
  };
  return (
    <div
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      className="cover cover-drawn"
      data-pattern={pattern}
      data-palette={(hash >>> 8) % palettes}
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
