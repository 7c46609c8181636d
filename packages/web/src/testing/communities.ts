import type { CommunityMember, CommunityPage, CommunityPost } from '@inkling/contract/communities';
import type { CallResponse } from '../lib/api.ts';
import { idOf, me } from './fixtures.ts';

const founder = { _id: idOf(71), username: 'grace', displayName: 'Grace', avatar: null };

export const memberOf = (number: number, changes: Partial<CommunityMember> = {}): CommunityMember => ({
  _id: idOf(700 + number),
  username: `member${number}`,
  displayName: `Member ${number}`,
  avatar: null,
  role: 'member',
  joinedAt: '2026-01-02T00:00:00.000Z',
  ...changes,
});

/** The signed-in reader in a list of members. */
export const meAs = (role: CommunityMember['role']): CommunityMember =>
  memberOf(0, { _id: me._id, username: me.username, displayName: me.displayName, role });

/** A public community that the signed-in reader is not in. */
export const communityOf = (changes: Partial<CommunityPage> = {}): CommunityPage => ({
  _id: idOf(70),
  name: 'Lamp Lighters',
  description: 'About lamps.',
  category: 'book_club',
  isPrivate: false,
  isIndexed: true,
  isMature: false,
  image: null,
  memberCount: 2,
  stats: { postCount: 1 },
  founder,
  rules: [{ title: 'Be kind', description: 'Always.' }],
  createdAt: '2026-01-01T00:00:00.000Z',
  belongsTo: null,
  membership: 'none',
  role: null,
  news: null,
  hasUnread: false,
  members: [{ ...memberOf(1), ...founder, role: 'founder' }],
  requestsCount: null,
  ban: null,
  ...changes,
});

export const postOf = (number: number, changes: Partial<CommunityPost> = {}): CommunityPost => ({
  _id: idOf(800 + number),
  community: idOf(70),
  title: `Post ${number}`,
  content: `Text ${number}`,
  isExcerpt: false,
  tags: [],
  mentions: [],
  author: founder,
  chapter: null,
  isFolded: false,
  createdAt: '2026-01-02T00:00:00.000Z',
  editedAt: null,
  isPinned: false,
  isLocked: false,
  isHeld: false,
  likes: 0,
  isLiked: false,
  commentsCount: 0,
  ...changes,
});

/** A page of a list, the only one. */
export const onePage = <Item>(data: Item[]) => ({
  success: true as const,
  data,
  held: [],
  pagination: { page: 1, limit: 20, total: data.length, totalPages: 1, hasMore: false },
});

export const communityResponse = (
  changes: Partial<CommunityPage> = {},
): CallResponse<'GET /community/{id}'> => ({ success: true, data: communityOf(changes) });
