import type { Comment, Reply } from '@inkling/contract/comments';
import { commentLimits, usernameLimits } from '@inkling/contract/limits';
import { withoutAddresses } from '@inkling/contract/mentions';
import type { Db } from '../../platform/db/db.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { presentAuthor, usernameKey } from '../users/index.ts';
import { type CommentRow, findPeople, type Mentionable, type ReplyRow } from './comment-lists.queries.ts';
import { isFolded } from './comments.policy.ts';
import type { CommentSubject } from './comments.queries.ts';

const { min, max } = usernameLimits;
// Not inside a word, so that an email address mentions no one.
const mention = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{Nd}_.@-])@([\\p{L}\\p{M}\\p{Nd}_.-]{${min},${max}})(?![\\p{L}\\p{M}\\p{Nd}_@-])`,
  'gu',
);

/**
 * The names after '@' in a text, as written, at most `commentLimits.mentions`: each may be a username. Dots and hyphens
 * at the end belong to the sentence.
 */
function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const [, written = ''] of text.includes('@') ? withoutAddresses(text).matchAll(mention) : []) {
    const name = written.replace(/[.-]+$/, '');
    if (name.length >= min) names.add(name);
    if (names.size === commentLimits.mentions) break;
  }
  return [...names];
}

const canMention = ({ since, blocked }: Mentionable, writer: string, writtenAt: Date | string): boolean =>
  since <= new Date(writtenAt) && !blocked.includes(writer);

/**
 * Looks up the names in these texts. Returns a function for those in one of them whom its writer can mention. A name means
 * the person who had it when the text was written: who takes it later does not get the mentions.
 */
export async function findMentions(
  db: Db,
  texts: { content: string | null; author: { id: string } | null }[],
): Promise<(text: string, writer: string | undefined, writtenAt: Date | string) => string[]> {
  const keys = new Set(texts.flatMap(({ content }) => namesIn(content ?? '').map(usernameKey)));
  if (keys.size === 0) return () => [];
  const writers = new Set(texts.flatMap(({ author }) => author?.id ?? []));
  const people = await findPeople(db, [...keys], [...writers]);
  return (text, writer = '', writtenAt) =>
    namesIn(text).filter((name) => {
      const person = people.get(usernameKey(name));
      return person !== undefined && canMention(person, writer, writtenAt);
    });
}

/** The ids of the people whom a text mentions, which may be read long after it was written. */
export async function mentionedPeople(
  db: Db,
  { content, written_at }: { content: string; written_at: Date },
  writer: string,
): Promise<string[]> {
  const keys = namesIn(content).map(usernameKey);
  if (keys.length === 0) return [];
  const people = [...(await findPeople(db, keys, [writer])).values()];
  return people.filter((person) => canMention(person, writer, written_at)).map(({ id }) => id);
}

/** A subject as far as its comments are presented with it. */
type PresentedSubject = Pick<CommentSubject, 'kind' | 'id' | 'parent_id' | 'owner_id' | 'is_ahead'>;

/** What the presentation of a comment depends on, besides its row. */
interface Presentation {
  viewer: PolicyViewer;
  subject: PresentedSubject;
  /** The comment that a signed-in viewer asked for, which is not folded. */
  unfolded?: string;
}

/** A function that presents comments; a folded one has neither text nor quote. `rows` are all whose mentions are looked up. */
export async function commentPresenter(
  db: Db,
  rows: { content: string | null; author: { id: string } | null }[],
): Promise<(row: ReplyRow, to: Presentation) => Reply> {
  const mentionsIn = await findMentions(db, rows);
  return ({ author, createdAt, writtenAt, ...row }, { viewer, subject, unfolded }) => {
    const { kind, id, parent_id } = subject;
    const isHidden = !row.isRemoved && row._id !== unfolded && isFolded(viewer, subject, author?.id ?? null);
    const content = isHidden ? null : row.content;
    return {
      ...row,
      story: kind === 'post' ? null : (parent_id ?? id),
      chapter: parent_id === null ? null : id,
      post: kind === 'post' ? id : null,
      passage: row.passage && isHidden ? { ...row.passage, quote: null } : row.passage,
      author: author && presentAuthor(author),
      content,
      mentions: content === null ? [] : mentionsIn(content, author?.id, writtenAt),
      isFolded: isHidden,
      createdAt: new Date(createdAt).toISOString(),
      reactions: { like: row.isLiked && viewer !== null ? [viewer.id] : [] },
    };
  };
}

export async function presentReplies(db: Db, to: Presentation, rows: ReplyRow[]): Promise<Reply[]> {
  const present = await commentPresenter(db, rows);
  return rows.map((row) => present(row, to));
}

export async function presentComments(db: Db, to: Presentation, rows: CommentRow[]): Promise<Comment[]> {
  const all = rows.flatMap((row) => [row, ...row.firstReplies]);
  const present = await commentPresenter(db, all);
  return rows.map(({ replies, firstReplies, ...row }) => ({
    ...present(row, to),
    replies,
    firstReplies: firstReplies.map((reply) => present(reply, to)),
  }));
}
