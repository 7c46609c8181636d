import { useState } from 'react';
import { stableHash } from './stable-hash.ts';

interface Props {
  /** The person's id, which determines their colour. */
  id: string;
  name: string;
  /** The URL of their picture; null for none. */
  image: string | null;
  /** Alternative formats and widths of the picture. */
  sources?: { type: string; srcSet: string }[];
  /** The alternative text; empty where the name is shown next to it. */
  alt?: string;
  /** Width and height in pixels. */
  size: number;
}

const hues = 12;
/** White text on these has a contrast of at least 4.5:1 at every hue. */
const shades = ['40% 0.085', '52% 0.105', '30% 0.07'];

/** The color of a person without a picture, by their id: one of 36. */
export function colorOf(id: string): string {
  const hash = stableHash(id);
  return `oklch(${shades[Math.floor(hash / hues) % shades.length]} ${(hash % hues) * (360 / hues)})`;
}

/** The first letters of a name's first and last words; one character for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  const [first = name.trim(), ...rest] = words;
  const letters = [first, rest.at(-1) ?? ''].map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}

/** A person's picture, or their initials on a background colour derived from their id. */
export function Avatar({ id, name, image, sources = [], alt = '', size }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const dimensions = { width: size, height: size };
  if (image !== null && image !== failed) {
    return (
      <picture className="contents">
        {sources.map((source) => (
          <source key={source.type} {...source} sizes={`${size}px`} />
        ))}
        <img
          src={image}
          alt={alt}
          {...dimensions}
          style={dimensions}
          className="shrink-0 rounded-full bg-sunken object-cover"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(image)}
        />
      </picture>
    );
  }
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 select-none place-items-center rounded-full font-semibold"
      style={{
        ...dimensions,
        background: colorOf(id),
        color: 'oklch(98% 0.01 85)',
        fontSize: size * 0.4,
      }}
    >
      {initialsOf(name)}
    </span>
  );
}
