import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { defineModule } from '../../platform/module.ts';
import { counters } from './counters.queries.ts';
import { personalPart } from './personal-data.queries.ts';
import { coverUse } from './stories.queries.ts';
import { storyRoutes } from './stories.routes.ts';
import { landingPage, storyPage } from './story-pages.queries.ts';
import { reportableCover, reportableStory } from './story-reports.queries.ts';
import { storySubject } from './story-subject.queries.ts';
import { refreshTrending } from './trending.queries.ts';

export const stories = defineModule({
  name: 'stories',
  routes: storyRoutes,
  jobs: [scheduledJob('trending', '*/3 * * * *', refreshTrending, { timeout: 600 })],
  personalData: personalPart,
  counters,
  images: [coverUse],
  pages: [landingPage, storyPage],
  subjects: [storySubject],
  reportable: [reportableStory, reportableCover],
});

export { type Activity, addActivity, addViews, countAdded } from './activity.queries.ts';
export { lockStoriesOf, republishAll, unpublishAll } from './author-deletion.queries.ts';
export type { ListViewer } from './content-filter.queries.ts';
export { notInTrash } from './counters.queries.ts';
export { currentRevisions } from './list-orders.queries.ts';
export { lockMarkedStories, storyFolders } from './personal-data.queries.ts';
export { storyCompleted, storyLiked, storyPublished, storySaved } from './stories.events.ts';
export { isPublicStory, isReadableBy, isShownTo } from './stories.policy.queries.ts';
export {
  isAuthor,
  isPublic,
  refuseTakenDown,
  requireEditable,
  requireReadable,
  requireVerifiedAuthor,
} from './stories.policy.ts';
export { averageOf, presentStory, shownCover } from './stories.present.ts';
export {
  countedStories,
  findStories,
  isStoryOf,
  lockStory,
  moveExclusive,
  raiseRevision,
  recountChapters,
} from './stories.queries.ts';
export { getStory, insertDraftStory, requireAuthor, setHiatus, updateStory } from './stories.service.ts';
export { cardsOf, presentStories } from './story-cards.ts';
export { claimCover, refuseExternalCover } from './story-covers.ts';
export { matchesStoryFilter, readsLanguage, type StoryFilter } from './story-filters.queries.ts';
export { filterKeyOfTag, filterOf, genreFilter, isReadBy } from './story-filters.ts';
export { storyLikes } from './story-likes.queries.ts';
export { firstCards, presentShown } from './story-lists.ts';
export { storyPage } from './story-pages.queries.ts';
export { publishStory, takeDownStory } from './story-publishing.ts';
export { fillShelves, listShelfPool } from './story-shelves.ts';
export { countPublished } from './story-totals.queries.ts';
export { eraseStory, eraseStoryRows, takeStoriesToErase } from './story-trash.queries.ts';
export { eraseAfter, eraseDeletedStory, refusalOf, restoreStory } from './story-trash.ts';
export { requireTextSpace } from './text-quota.ts';
export { refreshTrending } from './trending.queries.ts';
export { findShownStates, type ListedViewerState, stateJson } from './viewer-state.queries.ts';
