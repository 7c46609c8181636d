import type { BetaReader } from '@inkling/contract/beta-links';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';

interface Props {
  comment: { quote: string; text: string; reader: BetaReader; createdAt: string };
  language: string | undefined;
  /** The quotation, as a link or a button that leads to the passage. */
  passage: ReactNode;
  /** More about it, such as where it is. */
  more?: ReactNode;
  children: ReactNode;
}

/** A beta reader's comment with who wrote it: an account, the author, or a name that someone typed. */
export function BetaCommentEntry({
  comment: { text, reader, createdAt },
  language,
  passage,
  more,
  children,
}: Props) {
  const { name, account, isAuthor } = reader;
  return (
    <>
      <blockquote lang={language} dir="auto" className="border-s-4 border-line ps-3 font-serif wrap-anywhere">
        {passage}
      </blockquote>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        {account === null ? (
          <bdi className="font-semibold text-text wrap-anywhere">{name}</bdi>
        ) : (
          <Link
            to={paths.person(account.username)}
            className="font-semibold text-text hover:underline wrap-anywhere"
          >
            <bdi>{name}</bdi>
          </Link>
        )}
        {isAuthor && <Badge tone="accent">Author</Badge>}
        {account === null && <span>guest</span>}
        <LocalDate iso={createdAt} />
        {more}
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      {children}
    </>
  );
}
