interface Props {
  /** The story's id: the same one is always drawn the same. */
  id: string;
  title: string;
  author: string;
  language?: string;
  /** An https address or one of this server's own images; anything else is drawn. */
  image: string | null;
  sizes: string;
  /** Loaded at once, for what is seen first. */
  eager?: boolean;
}

const patterns = 12;
const palettes = 12;
const layouts = 3;

/** FNV-1a: spreads ids evenly and is the same everywhere. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Longer titles are set smaller, so that they stay on the plate. */
const sizeOf = (title: string): string => {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length));
  if (title.length > 60 || longest > 14) return 's';
  return title.length > 24 || longest > 9 ? 'm' : 'l';
};

const ownImage = /^\/files\/([a-z0-9]+)-\d+\.webp$/;

/** The widths in which this server keeps its own images. */
function sourceSet(image: string): string | undefined {
  const stem = ownImage.exec(image)?.[1];
  return stem && [300, 600, 1200].map((width) => `/files/${stem}-${width}.webp ${width}w`).join(', ');
}

/** A book's cover, 3:4: its image, or title and author set on a drawn pattern. */
export function Cover({ id, title, author, language, image, sizes, eager = false }: Props) {
  if (image !== null && /^(https:\/\/|\/files\/)/.test(image)) {
    return (
      <div className="cover">
        <img
          src={image}
          srcSet={sourceSet(image)}
          sizes={sizes}
          alt=""
          width={600}
          height={800}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          referrerPolicy="no-referrer"
        />
      </div>
    );
  }
  const hash = hashOf(id);
  return (
    <div
      aria-hidden="true"
      className="cover cover-drawn"
      data-pattern={hash % patterns}
      data-palette={(hash >>> 8) % palettes}
      data-layout={(hash >>> 16) % layouts}
      data-size={sizeOf(title)}
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
