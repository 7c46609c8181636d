import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { splitMentions } from './mentions.ts';

interface Props {
  text: string;
  /** The usernames of those mentioned who are people. */
  mentions: readonly string[];
}

/** A comment's text, shown as text, with links to the people whom it mentions. */
export function CommentText({ text, mentions }: Props) {
  return (
    <p className="mt-1 max-w-[66ch] wrap-anywhere whitespace-pre-line" dir="auto">
      {splitMentions(text, mentions).map(({ text: part, username }, index) =>
        username === undefined ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
          <Link key={index} to={paths.person(username)} className="link">
            {part}
          </Link>
        ),
      )}
    </p>
  );
}
