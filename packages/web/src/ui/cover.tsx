import { useState } from 'react';
import { type CoverStyle, coverDesign } from './cover-design.ts';
import { CoverFace } from './cover-face.tsx';

interface Props {
  /** The story's id, which determines the generated cover. */
  id: string;
  title: string;
  author: string;
  language?: string;
  /** How the author has generated covers drawn, if not as usual. */
  style?: CoverStyle | undefined;
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

/** A 3:4 book cover: its image, or the title and author on a generated pattern, also if the image can’t be loaded. */
export function Cover(props: Props) {
  const { id, title, author, language, style, image, sources = [], sizes, alt = '', eager = false } = props;
  const [failed, setFailed] = useState<string | null>(null);
  if (image !== null && image !== failed && /^(https:\/\/|\/files\/|blob:)/.test(image)) {
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
            fetchPriority={eager ? 'high' : undefined}
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setFailed(image)}
          />
        </picture>
      </div>
    );
  }
  const design = coverDesign({ id, title, author, style });
  return (
    <div
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      className="cover cover-drawn"
      data-pattern={design.pattern}
      data-palette={design.palette}
      data-layout={design.layout}
      lang={language}
      dir={design.rtl ? 'rtl' : 'ltr'}
    >
      <span className="cover-pattern" />
      <CoverFace design={design} />
    </div>
  );
}
