import { defineModule } from '../../platform/module.ts';
import { communitySockets, notifyPostPages, sweepCommunities } from './communities.listeners.ts';
import { imageUse } from './communities.queries.ts';
import { communityRoutes } from './communities.routes.ts';
import { communityPage, postPage } from './community-pages.queries.ts';
import { reportableCommunity, reportablePost } from './community-reports.queries.ts';
import { counters } from './counters.queries.ts';
import { detachChapter } from './erasing.queries.ts';
import { personalPart } from './personal-data.queries.ts';
import { postSubject } from './posts.queries.ts';

export const communities = defineModule({
  name: 'communities',
  routes: communityRoutes,
  sockets: communitySockets,
  live: notifyPostPages,
  jobs: [sweepCommunities],
  personalData: personalPart,
  counters,
  images: [imageUse],
  erasures: [detachChapter],
  subjects: [postSubject],
  pages: [communityPage, postPage],
  reportable: [reportablePost, reportableCommunity],
});

export {
  banAppealed,
  banChanged,
  founderChanged,
  joinAnswered,
  joinRequested,
  postAdded,
  postPinned,
  postRemoved,
} from './communities.events.ts';
export {
  hasRequests,
  isActivePerson,
  isAskedToModerate,
  isBannedAt,
  isCommunity,
  isFoundedBy,
  isInCommunity,
  isIndexed,
  isOpenCommunity,
  isOutsideCommunity,
  isReadablePost,
} from './communities.policy.queries.ts';
export { presentFound } from './communities.present.ts';
export { type CommunitySearch, type FoundRow, selectFound } from './communities.queries.ts';
export { createCommunity } from './communities.service.ts';
export { appoint, decideRequest, join } from './people.service.ts';
export { findNewsReaders, withholdPosts } from './posts.queries.ts';
export { changeLike, createPost, moderate } from './posts.service.ts';
