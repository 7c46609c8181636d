export {
  republishAll as bringBackStories,
  unpublishAll as takeBackStories,
} from './author-deletion.queries.ts';
export { likesOf } from './likes.queries.ts';
export {
  lockLikedStories as holdLikedStories,
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
export { firstStories, namedLists } from './story-lists.ts';
export {
  maySee,
  refuseTakenDown as refuseHeld,
  requireOwner,
  requireVerifiedAuthor,
} from './story-policy.ts';
export { reinstateStory as releaseStory, takeDownStory as holdStory } from './story-takedowns.queries.ts';
export { requireTextSpace } from './text-quota.ts';
