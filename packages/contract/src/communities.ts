import { z } from 'zod';
import { defineCall } from './call.ts';
import { comment, commentList, content as commentText, liked, sortedComments } from './comments.ts';
import { tagList } from './labels.ts';
import { communityLimits, reportLimits } from './limits.ts';
import { clientEvent, serverEvent } from './live.ts';
import {
  dataResponse,
  emptyResponse,
  listResponse,
  pageQuery,
  positionedListResponse,
  positionedPageQuery,
  topResponse,
  wholeNumber,
} from './page.ts';
import { invitation } from './sharing.ts';
import { coverImage } from './stories.ts';
import { chosenId, id, isoDate, line, prose } from './text.ts';
import { usernameInPath } from './usernames.ts';
import { author, nameSearch } from './users.ts';

// What the fields and calls do is in docs/product/communities.md.

export const communityCategory = z.enum(['general', 'genre', 'book_club', 'writing_group']);
export type CommunityCategory = z.output<typeof communityCategory>;

export const communityMembership = z.enum(['none', 'requested', 'member', 'banned']);
export type CommunityMembership = z.output<typeof communityMembership>;

export const communityRole = z.enum(['founder', 'moderator', 'member']);
export type CommunityRole = z.output<typeof communityRole>;

/** Of which new posts a member is notified; highlights are those that founder or moderators wrote and pinned. */
export const communityNews = z.enum(['all', 'highlights', 'none']);
export type CommunityNews = z.output<typeof communityNews>;

export const communityRule = z.object({ title: z.string(), description: z.string() });
export type CommunityRule = z.output<typeof communityRule>;

/** A story of the founder, or the founder as an author. */
const belongsTo = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('story'),
    story: z.object({
      _id: id,
      title: z.string(),
      coverImage: z.string().nullable(),
      language: z.string(),
      author,
    }),
  }),
  z.object({ kind: z.literal('author'), author }),
]);

/**
 * A community. `stats.postCount` is null for those who cannot read its posts. `image`: null for the drawn cover. `founder` is
 * null while that account is suspended or about to be deleted.
 * `belongsTo` is null for most, and where the viewer cannot read the story. `membership`, `role` and `news` are the viewer's;
 * `hasUnread`: others wrote posts there that the viewer, as a member, has not seen. `isIndexed`: search engines may list it
 * while it is public, as its founder chose. `isMature`: it belongs to a mature story, so visitors are asked first.
 */
export const community = z.object({
  _id: id,
  name: z.string(),
  description: z.string(),
  category: communityCategory,
  isPrivate: z.boolean(),
  isIndexed: z.boolean(),
  isMature: z.boolean(),
  image: z.string().nullable(),
  memberCount: z.int(),
  stats: z.object({ postCount: z.int().nullable() }),
  founder: author.nullable(),
  rules: z.array(communityRule),
  createdAt: isoDate,
  belongsTo: belongsTo.nullable(),
  membership: communityMembership,
  role: communityRole.nullable(),
  news: communityNews.nullable(),
  hasUnread: z.boolean(),
});
export type Community = z.output<typeof community>;

/** The founder first, then moderators, then members by the time they joined. */
export const communityMember = author.extend({ role: communityRole, joinedAt: isoDate });
export type CommunityMember = z.output<typeof communityMember>;

/** `until` is null for a ban without end. */
const banTerms = z.object({ reason: z.string(), until: isoDate.nullable() });

/**
 * A community by itself. `members` are the first 20, none for those who cannot see the members. `requestsCount`: requests to
 * join and appeals against bans that wait for founder and moderators; null for all others. `ban`: the viewer's.
 */
export const communityPage = community.extend({
  members: z.array(communityMember),
  requestsCount: z.int().nullable(),
  ban: banTerms.nullable(),
});
export type CommunityPage = z.output<typeof communityPage>;

/**
 * A post. `isFolded`: it is about a story up to a chapter that the viewer has not reached, and comes without its title, content
 * and tags; signed-in people get them with `anyway`. `chapter` is null for other posts, and while it is not available.
 * `isExcerpt`: a list has only the beginning of the content.
 */
export const communityPost = z.object({
  _id: id,
  community: id,
  title: z.string().nullable(),
  content: z.string().nullable(),
  isExcerpt: z.boolean(),
  tags: z.array(z.string()),
  /** The mentioned names ('@name') that are usernames of visible people. */
  mentions: z.array(z.string()),
  author,
  chapter: z.object({ _id: id, story: id, title: z.string(), chapterNumber: z.int() }).nullable(),
  isFolded: z.boolean(),
  createdAt: isoDate,
  editedAt: isoDate.nullable(),
  isPinned: z.boolean(),
  isLocked: z.boolean(),
  /** It is the viewer's, and only they see it until it was reviewed (docs/product/spam.md). */
  isHeld: z.boolean(),
  likes: z.int(),
  isLiked: z.boolean(),
  commentsCount: z.int(),
});
export type CommunityPost = z.output<typeof communityPost>;

const name = line(communityLimits.name, 'Please enter a name.');
const description = prose(communityLimits.description, 'Please enter a description.');
const ruleTitle = line(communityLimits.ruleTitle, 'Please enter the rule.');
const rules = z
  .array(
    z.union([
      ruleTitle.transform((title) => ({ title, description: '' })),
      z.object({ title: ruleTitle, description: prose(communityLimits.ruleText).default('') }),
    ]),
  )
  .max(communityLimits.rules, `Please use at most ${communityLimits.rules} rules.`);
/** A community of my published or unpublished story, or of me as an author; null for neither. */
const belongsToInput = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('story'), storyId: id }),
    z.object({ kind: z.literal('author') }),
  ])
  .nullable();

const flag = z.enum(['true', 'false']).default('false');

export const listCommunities = defineCall('GET /community', {
  summary: 'List communities, those with the most members first',
  access: 'public',
  query: pageQuery(20).extend({
    /** Words in the name or description. */
    search: line(communityLimits.search).default(''),
    category: communityCategory.optional(),
    /** Only those of which the viewer is a member. */
    mine: flag,
  }),
  response: listResponse(community),
});

export const createCommunity = defineCall('POST /community', {
  summary: 'Create a community',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  body: z.object({
    _id: chosenId.optional(),
    name,
    description,
    category: communityCategory.default('general'),
    isPrivate: z.boolean().default(false),
    isIndexed: z.boolean().default(true),
    rules: rules.default([]),
    image: coverImage.default(null),
    belongsTo: belongsToInput.default(null),
  }),
  response: dataResponse(communityPage),
  status: 201,
});

export const listMemberships = defineCall('GET /community/user/memberships', {
  summary: 'List the ids of the communities I am a member of, last joined first',
  access: 'user',
  response: dataResponse(z.array(id)),
});

export const getCommunity = defineCall('GET /community/{id}', {
  summary: 'Get a community; only members of a private one see its members and number of posts',
  access: 'public',
  response: dataResponse(communityPage),
});

export const updateCommunity = defineCall('PUT /community/{id}', {
  withdraws: true,
  summary: 'Change a community as its founder or a moderator; fields left out stay as they are',
  access: 'owner',
  errors: ['STAYS_PRIVATE'],
  limit: 'write',
  body: z.object({
    name: name.optional(),
    description: description.optional(),
    category: communityCategory.optional(),
    rules: rules.optional(),
    image: coverImage.optional(),
    /** Only the founder changes these. */
    isPrivate: z.boolean().optional(),
    isIndexed: z.boolean().optional(),
    belongsTo: belongsToInput.optional(),
  }),
  response: dataResponse(communityPage),
});

export const deleteCommunity = defineCall('DELETE /community/{id}', {
  withdraws: true,
  summary: 'Delete a community, which its founder can restore for 30 days; as an admin, for good',
  access: 'owner',
  response: emptyResponse,
});

/** A community that its founder has deleted and can restore until `eraseAt`. */
export const deletedCommunity = z.object({ _id: id, name: z.string(), deletedAt: isoDate, eraseAt: isoDate });
export type DeletedCommunity = z.output<typeof deletedCommunity>;
export const listDeletedCommunities = defineCall('GET /community/user/deleted', {
  summary: 'List the communities that I deleted and can restore, last deleted first',
  access: 'user',
  query: pageQuery(50),
  response: listResponse(deletedCommunity),
});
export const restoreCommunity = defineCall('POST /community/{id}/restore', {
  summary: 'Restore a community that I deleted',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  response: dataResponse(communityPage),
});

export const joinCommunity = defineCall('POST /community/{id}/join', {
  summary: 'Join a community, or ask to join a private one (202)',
  access: 'user',
  errors: ['BANNED', 'QUOTA_REACHED'],
  limit: 'write',
  response: dataResponse(communityPage),
  isAccepted: ({ data }) => data.membership === 'requested',
});

export const joinByInvitation = defineCall('POST /community/join/{token}', {
  summary: 'Join a community by an invitation',
  access: 'user',
  errors: ['BANNED', 'QUOTA_REACHED'],
  limit: 'write',
  params: { token: z.string().regex(/^[\w-]{43}$/) },
  response: dataResponse(communityPage),
});

export const getInvitation = defineCall('GET /community/join/{token}', {
  summary: 'Get to what an invitation that can be used leads, and who made it',
  access: 'public',
  errors: ['NOT_FOUND'],
  params: { token: z.string().regex(/^[\w-]{43}$/) },
  response: dataResponse(z.object({ community, by: author.nullable() })),
});

export const leaveCommunity = defineCall('POST /community/{id}/leave', {
  withdraws: true,
  summary: 'Leave a community, or withdraw a request to join; not as its only member (409)',
  access: 'user',
  response: dataResponse(communityPage),
});

export const chooseNews = defineCall('PUT /community/{id}/news', {
  summary: 'Choose of which new posts of a community I am notified, as a member',
  access: 'member',
  errors: ['BANNED'],
  body: z.object({ news: communityNews }),
  response: topResponse({ news: communityNews }),
});
export const seePosts = defineCall('POST /community/{id}/seen', {
  summary: 'Say that I have seen the posts of a community up to a moment; they are not unread any more',
  access: 'user',
  body: z.object({ until: isoDate }),
  response: emptyResponse,
});

export const listMembers = defineCall('GET /community/{id}/members', {
  summary: 'List the members of a community; those of a private one, only for its members',
  access: 'public',
  errors: ['NOT_ALLOWED'],
  query: positionedPageQuery(20).extend({ search: nameSearch }),
  response: positionedListResponse(communityMember),
});

const roleResponse = topResponse({ role: communityRole.nullable() });
export const appointModerator = defineCall('PUT /community/{id}/moderators/{userId}', {
  summary: 'Make a member of my community a moderator',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  response: roleResponse,
});
export const dismissModerator = defineCall('DELETE /community/{id}/moderators/{userId}', {
  withdraws: true,
  summary: 'Make a moderator of my community a plain member again, or step down as a moderator',
  access: 'owner',
  response: roleResponse,
});
export const handOverCommunity = defineCall('PUT /community/{id}/founder', {
  withdraws: true,
  summary: 'Hand my community over to a member; I become a moderator',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  body: z.object({ userId: id }),
  response: dataResponse(communityPage),
});

export const joinRequest = z.object({ user: author, createdAt: isoDate });
export type JoinRequest = z.output<typeof joinRequest>;
export const listJoinRequests = defineCall('GET /community/{id}/requests', {
  summary: 'List requests to join, oldest first, as founder or moderator',
  access: 'owner',
  query: pageQuery(20),
  response: listResponse(joinRequest),
});
export const decideJoinRequest = defineCall('PUT /community/{id}/requests/{userId}', {
  summary: 'Accept or decline a request to join',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  body: z.object({ accept: z.boolean() }),
  response: topResponse({ membership: communityMembership, memberCount: z.int() }),
});

/** What a banned person says against the ban. */
const banAppeal = z.object({ text: z.string(), createdAt: isoDate, isRefused: z.boolean() });

/** `by`: who banned them; null once that account is gone. */
export const communityBan = banTerms.extend({
  user: author,
  by: author.nullable(),
  createdAt: isoDate,
  appeal: banAppeal.nullable(),
});
export type CommunityBan = z.output<typeof communityBan>;
export const listBans = defineCall('GET /community/{id}/bans', {
  summary: 'List banned people, latest first, as founder or moderator',
  access: 'owner',
  query: pageQuery(20),
  response: listResponse(communityBan),
});
export const banFromCommunity = defineCall('PUT /community/{id}/bans/{userId}', {
  withdraws: true,
  summary: 'Ban a person, who is then no longer a member; only the founder bans moderators',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  body: z.object({
    reason: line(communityLimits.banReason, 'Please give a reason.'),
    until: isoDate.nullable().default(null),
  }),
  response: dataResponse(communityBan),
});
export const liftBan = defineCall('DELETE /community/{id}/bans/{userId}', {
  summary: 'Lift a ban',
  access: 'owner',
  response: emptyResponse,
});

export const refuseBanAppeal = defineCall('POST /community/{id}/bans/{userId}/refuse', {
  summary: 'Decline the appeal against a ban; lifting the ban grants it',
  access: 'owner',
  response: dataResponse(communityBan),
});

/** A ban of mine. */
export const ownBan = banTerms.extend({
  community: z.object({ _id: id, name: z.string() }),
  createdAt: isoDate,
  appeal: banAppeal.nullable(),
});
export type OwnBan = z.output<typeof ownBan>;
export const listMyBans = defineCall('GET /community/user/bans', {
  summary: 'List the bans from communities that I was notified of, the latest first',
  access: 'user',
  response: dataResponse(z.array(ownBan)),
});
export const appealBan = defineCall('POST /community/{id}/appeal', {
  summary: 'Appeal against my ban from a community, once; a 409 for a second text',
  access: 'owner',
  errors: ['NOT_FOUND', 'CONFLICT'],
  limit: 'write',
  body: z.object({ text: prose(reportLimits.text, 'Please say why.') }),
  response: dataResponse(ownBan),
  status: 201,
});

export const createInvitation = defineCall('POST /community/{id}/invitations', {
  summary: 'Create an invitation to a community; only this response has its token',
  access: 'owner',
  errors: ['QUOTA_REACHED'],
  limit: 'write',
  body: z.object({
    until: isoDate,
    uses: wholeNumber('The number of people', 1, communityLimits.invitationUses),
  }),
  response: dataResponse(invitation.extend({ token: z.string() })),
  status: 201,
});
export const listInvitations = defineCall('GET /community/{id}/invitations', {
  summary: 'List the invitations that can still be used, latest first',
  access: 'owner',
  response: dataResponse(z.array(invitation)),
});
export const revokeInvitation = defineCall('DELETE /community/{id}/invitations/{invitationId}', {
  withdraws: true,
  summary: 'Revoke an invitation',
  access: 'owner',
  response: emptyResponse,
});

export const postSort = z.enum(['newest', 'oldest', 'most_liked']);
export type PostSort = z.output<typeof postSort>;

export const listPosts = defineCall('GET /community/{id}/posts', {
  summary:
    'List the posts of a community, pinned ones first by newest; those of a private one, only for its members',
  access: 'public',
  errors: ['NOT_ALLOWED'],
  query: positionedPageQuery(10).extend({
    sort: postSort.default('newest'),
    /** Words in the title or text; what is about chapters that the viewer has not reached is left out. */
    search: line(communityLimits.search).default(''),
    /** Only those with the tag. */
    tag: line(communityLimits.search).default(''),
  }),
  response: positionedListResponse(communityPost).extend({
    /** The viewer's posts that are held, with the first page; they are not in `data`. */
    held: z.array(communityPost),
  }),
});

export const listFeed = defineCall('GET /community/user/posts', {
  summary: 'List the posts of my communities, the newest first',
  access: 'user',
  query: positionedPageQuery(10),
  response: positionedListResponse(communityPost.extend({ communityName: z.string() })),
});

const title = line(communityLimits.postTitle, 'Please enter a title.');
const content = prose(communityLimits.postContent, 'Please write something.');
const tags = tagList(communityLimits.tags);
/** A published chapter of the community’s story: the post is about the story up to there. */
const chapterId = id.nullable();

export const createPost = defineCall('POST /community/{id}/posts', {
  summary: 'Post to a community as a member',
  access: 'member',
  errors: ['BANNED', 'QUOTA_REACHED'],
  limit: 'write',
  bodyLimit: 256 * 1024,
  body: z.object({
    _id: chosenId.optional(),
    title,
    content,
    tags: tags.default([]),
    chapterId: chapterId.default(null),
    /** As founder or moderator: an announcement, of which members are notified. */
    isPinned: z.boolean().default(false),
  }),
  response: dataResponse(communityPost),
  status: 201,
});
export const getPost = defineCall('GET /community/{id}/posts/{postId}', {
  summary: 'Get a post',
  access: 'public',
  query: z.object({ anyway: flag }),
  response: dataResponse(communityPost),
});
export const updatePost = defineCall('PUT /community/{id}/posts/{postId}', {
  withdraws: true,
  summary: 'Change my post; fields left out stay as they are',
  access: 'owner',
  errors: ['BANNED'],
  limit: 'write',
  bodyLimit: 256 * 1024,
  body: z.object({
    title: title.optional(),
    content: content.optional(),
    tags: tags.optional(),
    chapterId: chapterId.optional(),
  }),
  response: dataResponse(communityPost),
});
export const deletePost = defineCall('DELETE /community/{id}/posts/{postId}', {
  withdraws: true,
  summary: 'Delete my post, or one in a community that I founded or moderate',
  access: 'owner',
  response: emptyResponse,
});

export const likePost = defineCall('POST /community/{id}/posts/{postId}/like', {
  summary: 'Like a post',
  access: 'user',
  errors: ['BANNED', 'NOT_ALLOWED'],
  response: liked,
});
export const unlikePost = defineCall('DELETE /community/{id}/posts/{postId}/like', {
  summary: 'Unlike a post',
  access: 'user',
  response: liked,
});

const moderated = { access: 'owner', response: dataResponse(communityPost) } as const;
export const pinPost = defineCall('PUT /community/{id}/posts/{postId}/pin', {
  summary: 'Pin a post as founder or moderator; members are notified of one that founder or moderators wrote',
  ...moderated,
  errors: ['QUOTA_REACHED'],
});
export const unpinPost = defineCall('DELETE /community/{id}/posts/{postId}/pin', {
  summary: 'Unpin a post',
  ...moderated,
});
export const lockPost = defineCall('PUT /community/{id}/posts/{postId}/lock', {
  summary: 'Lock a post as founder or moderator: it takes no comments and can’t be edited',
  ...moderated,
});
export const unlockPost = defineCall('DELETE /community/{id}/posts/{postId}/lock', {
  summary: 'Unlock a post',
  ...moderated,
});

export const listPostComments = defineCall('GET /community/{id}/posts/{postId}/comments', {
  summary: 'List the comments on a post; as `GET /comments?post=`',
  access: 'public',
  query: sortedComments,
  response: commentList,
});
export const commentOnPost = defineCall('POST /community/{id}/posts/{postId}/comments', {
  summary: 'Comment on a post, or reply to a comment on it; as `POST /comments` with `post`',
  access: 'user',
  errors: ['BANNED', 'NOT_ALLOWED', 'QUOTA_REACHED'],
  limit: 'write',
  body: z.object({ _id: chosenId.optional(), content: commentText, parent: id.optional() }),
  response: dataResponse(comment),
  status: 201,
});
export const editPostComment = defineCall('PUT /community/comments/{id}', {
  withdraws: true,
  summary: 'Change the text of my comment on a post; as `PUT /comments/{id}`',
  access: 'owner',
  errors: ['BANNED'],
  limit: 'write',
  body: z.object({ content: commentText }),
  response: dataResponse(comment),
});
export const deletePostComment = defineCall('DELETE /community/comments/{id}', {
  withdraws: true,
  summary: 'Delete my comment on a post, or one in a community that I founded or moderate',
  access: 'owner',
  response: emptyResponse,
});
export const likePostComment = defineCall('POST /community/comments/{id}/like', {
  summary: 'Like a comment on a post',
  access: 'user',
  errors: ['BANNED'],
  response: liked,
});
export const unlikePostComment = defineCall('DELETE /community/comments/{id}/like', {
  summary: 'Unlike a comment on a post',
  access: 'user',
  response: liked,
});

export const listStoryCommunities = defineCall('GET /stories/{id}/communities', {
  summary: 'List the communities that belong to a story',
  access: 'public',
  response: dataResponse(z.array(community)),
});
export const listAuthorCommunities = defineCall('GET /users/{username}/communities', {
  summary: 'List the communities that belong to a person as an author',
  access: 'public',
  params: { username: usernameInPath },
  response: dataResponse(z.array(community)),
});

const postsPlace = z.object({ communityId: id });
/** The page shows the posts of a community; `posts:changed` follows until it no longer does, unless it is private. */
export const openPosts = clientEvent('posts:open', postsPlace);
/** The page no longer shows these posts. */
export const closePosts = clientEvent('posts:close', postsPlace);
/** A member has written the post `added` in a public community. */
export const postsChanged = serverEvent('posts:changed', postsPlace.extend({ added: id }));
