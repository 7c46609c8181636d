import { useState } from 'react';
import { steadyHash } from './steady-hash.ts';

interface Props {
  /** The person's id: their colour is always the same. */
  id: string;
  name: string;
  /** Their picture's address; null for none. */
  image: string | null;
  /** The picture's formats in their widths, where there are several. */
  sources?: { type: string; srcSet: string }[];
  /** What it says to those who do not see it; nothing where the name stands beside it in a list. */
  alt?: string;
  /** Width and height in pixels. */
  size: number;
}

const hues = 12;

/** The first letters of a name's first and last word; one sign of a name that has no letters. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  const [first = name.trim(), ...rest] = words;
  const letters = [first, rest.at(-1) ?? ''].map((word) => Array.from(word)[0] ?? '');
  return letters.join('').toLocaleUpperCase() || '?';
}

/** A person's picture, or their initials on a colour of their own, which say no more than the name beside them. */
export function Avatar({ id, name, image, sources = [], alt = '', size }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const shape = { width: size, height: size };
  if (image !== null && image !== failed) {
    return (
      <picture className="contents">
        {sources.map((source) => (
          <source key={source.type} {...source} sizes={`${size}px`} />
        ))}
        <img
          src={image}
          alt={alt}
          {...shape}
          style={shape}
          className="shrink-0 rounded-full bg-sunken object-cover"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(image)}
        />
      </picture>
    );
  }
  const hue = (steadyHash(id) % hues) * (360 / hues);
  return (
    <span
      aria-hidden="true"
      className="grid shrink-0 select-none place-items-center rounded-full font-semibold"
      // White on these is at least 7:1, whatever the hue.
      style={{
        ...shape,
        background: `oklch(40% 0.085 ${hue})`,
        color: 'oklch(98% 0.01 85)',
        fontSize: size * 0.4,
      }}
    >
      {initialsOf(name)}
    </span>
  );
}
