import type {
  Community,
  CommunityBan,
  CommunityPage,
  CommunityPost,
  OwnBan,
} from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import type { FoundCommunity } from '@inkling/contract/search';
import type { Config } from '../../platform/config.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { excerptOf } from '../../platform/texts.ts';
import { isSpoilerFor } from '../chapters/index.ts';
import { findMentions } from '../comments/index.ts';
import { shownCover } from '../stories/index.ts';
import { isModerator, seesInside } from './communities.policy.ts';
import { type CommunityRow, type FoundRow, type MemberRow, presentMember } from './communities.queries.ts';
import type { BanRow } from './people.queries.ts';
import type { PostRow } from './posts.queries.ts';

const isoDate = (date: Date | string): string => new Date(date).toISOString();

function belongsTo(config: Config, { story, founder, is_of_founder }: CommunityRow): Community['belongsTo'] {
  if (story !== null)
    return { kind: 'story', story: { ...story, coverImage: shownCover(config, story.coverImage) } };
  return is_of_founder && founder !== null ? { kind: 'author', author: founder } : null;
}

const membershipOf = ({ role, ban, has_requested }: CommunityRow): Community['membership'] => {
  if (role !== null) return 'member';
  if (ban !== null) return 'banned';
  return has_requested ? 'requested' : 'none';
};

/** A community as its viewer sees it: to outsiders of a private one, its public parts. */
export const presentCommunity = (config: Config, row: CommunityRow): Community => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  category: row.category,
  isPrivate: row.is_private,
  isIndexed: row.is_indexed,
  isMature: row.is_mature,
  image: shownCover(config, row.image),
  memberCount: row.members,
  stats: { postCount: seesInside(row) ? row.posts : null },
  founder: row.founder,
  rules: row.rules,
  createdAt: isoDate(row.created_at),
  belongsTo: belongsTo(config, row),
  membership: membershipOf(row),
  role: row.role,
  news: row.news,
  hasUnread: row.has_unread,
});

/** A community as searches return it (docs/product/search.md#communities). */
export const presentFound = (
  config: Config,
  { id, name, image, members, description }: FoundRow,
): FoundCommunity => ({
  _id: id,
  name,
  avatar: shownCover(config, image),
  membersCount: members,
  description,
});

export const presentPage = (
  config: Config,
  row: CommunityRow,
  inside: { members: MemberRow[]; requests: number },
): CommunityPage => ({
  ...presentCommunity(config, row),
  members: seesInside(row) ? inside.members.map(presentMember) : [],
  requestsCount: isModerator(row) ? inside.requests : null,
  ban: row.ban && { reason: row.ban.reason, until: row.ban.until && isoDate(row.ban.until) },
});

/**
 * Posts as a viewer sees them: those about chapters that they have not reached without what they say, unless it is asked
 * for. `isList`: only the beginning of long ones.
 */
export async function presentPosts(
  { db }: Pick<RequestContext, 'db'>,
  viewer: PolicyViewer,
  rows: PostRow[],
  { isList = false, anyway = false } = {},
): Promise<CommunityPost[]> {
  const shown = rows.map((row) => {
    const isAhead = isSpoilerFor(viewer, {
      isAhead: row.is_ahead,
      authorId: row.story_author_id ?? '',
      writerId: row.user_id,
    });
    const isFolded = isAhead && !(anyway && viewer !== null);
    const isExcerpt = isList && !isFolded && row.content.length > communityLimits.excerpt;
    const content = isExcerpt ? excerptOf(row.content, communityLimits.excerpt) : row.content;
    return { row, isFolded, isExcerpt, content: isFolded ? null : content, author: { id: row.user_id } };
  });
  const mentionsIn = await findMentions(db, shown);
  return shown.map(({ row, isFolded, isExcerpt, content }) => ({
    _id: row.id,
    community: row.community_id,
    title: isFolded ? null : row.title,
    content,
    isExcerpt,
    tags: isFolded ? [] : row.tags,
    mentions: content === null ? [] : mentionsIn(content, row.user_id, row.mentioned),
    author: row.author,
    chapter: row.chapter,
    isFolded,
    createdAt: isoDate(row.created_at),
    editedAt: row.edited_at && isoDate(row.edited_at),
    isPinned: row.is_pinned,
    isLocked: row.is_locked,
    isHeld: row.is_held,
    likes: row.likes,
    isLiked: row.is_liked,
    commentsCount: row.comments,
  }));
}

const termsOf = ({ reason, ends_at, created_at, appeal, appealed_at, is_refused }: BanRow) => ({
  reason,
  until: ends_at && isoDate(ends_at),
  createdAt: isoDate(created_at),
  appeal:
    appeal === null
      ? null
      : { text: appeal, createdAt: isoDate(appealed_at ?? created_at), isRefused: is_refused },
});
export const presentBan = (row: BanRow): CommunityBan => ({ user: row.user, by: row.by, ...termsOf(row) });
/** The same for the banned person, who is not told by whom. */
export const presentOwnBan = (row: BanRow): OwnBan => ({ community: row.community, ...termsOf(row) });
