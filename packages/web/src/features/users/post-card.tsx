import type { Author } from '@inkling/contract/users';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { displayNameOf } from './display-name.ts';
import { PersonAvatar } from './person-avatar.tsx';

interface Props {
  /** What it is, such as 'Review'. */
  kind: string;
  author: Author;
  /** Smaller, as an answer to another one. */
  isReply?: boolean;
  /** Whether a link leads to it: it is scrolled to and marked. */
  isLinked?: boolean;
  /** After the name: badges, stars, the time. */
  beside: ReactNode;
  /** A line below the name. */
  below?: ReactNode;
  /** The text, what can be done with it, and the replies. */
  children: ReactNode;
}

/** What a person wrote under something, such as a comment or a review. */
export function PostCard({
  kind,
  author,
  isReply = false,
  isLinked = false,
  beside,
  below,
  children,
}: Props) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.focus({ preventScroll: true });
  }, [isLinked]);
  const name = displayNameOf(author);
  return (
    <article
      ref={card}
      aria-label={`${kind} by ${name}`}
      tabIndex={isLinked ? -1 : undefined}
      className={`py-4 ${isLinked ? '-ms-3 border-s-4 border-accent ps-2 outline-none' : ''}`}
    >
      <header className={`flex gap-3 ${below === undefined ? 'items-center' : 'items-start pb-1'}`}>
        <PersonAvatar person={author} size={isReply ? 32 : 40} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <Link
              to={paths.person(author.username)}
              className="inline-block max-w-full min-h-6 font-semibold wrap-anywhere hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
            {beside}
          </p>
          {below !== undefined && <p className="text-sm text-muted tabular-nums">{below}</p>}
        </div>
      </header>
      <div className={isReply ? 'sm:ps-11' : 'sm:ps-13'}>{children}</div>
    </article>
  );
}

/** The text of such a post. */
export const PostText = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 max-w-[66ch] wrap-anywhere whitespace-pre-line" dir="auto">
    {children}
  </p>
);
