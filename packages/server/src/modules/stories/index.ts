export { likesOf } from './likes.queries.ts';
export {
  holdLikedStories,
  personalPart as storiesPersonalPart,
  storyFolders,
} from './personal-data.queries.ts';
export { presentStory, shownCover } from './stories.present.ts';
export { findStories, lockStory } from './stories.queries.ts';
export { storyRoutes } from './stories.routes.ts';
export {
  createStory,
  insertDraftStory,
  likeStory,
  updateStory as changeStory,
  viewStory,
} from './stories.service.ts';
export { bringBackStories, takeBackStories } from './story-departures.queries.ts';
export { holdStory, releaseStory } from './story-holds.queries.ts';
export { firstStories, namedLists } from './story-lists.ts';
export { maySee, refuseHeld, requireOwner, requireVerifiedAuthor } from './story-policy.ts';
export { requireTextSpace } from './text-quota.ts';
