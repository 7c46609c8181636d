import { accountRoutes } from './modules/account/index.ts';
import { handleTakedownEmails } from './modules/admin/index.ts';
import { annotationListener, annotationRoutes } from './modules/annotations/index.ts';
import { chapterRoutes, chapterSockets, notifyOpenEditors } from './modules/chapters/index.ts';
import { chatRoutes, chatSockets } from './modules/chat/index.ts';
import { collectionRoutes } from './modules/collections/index.ts';
import { commentListener, commentRoutes, commentSockets } from './modules/comments/index.ts';
import { exportRoutes } from './modules/exports/index.ts';
import { genreRoutes } from './modules/genres/index.ts';
import { homeRoutes } from './modules/home/index.ts';
import { importRoutes } from './modules/imports/index.ts';
import { libraryRoutes } from './modules/library/index.ts';
import { libraryFileRoutes } from './modules/library-files/index.ts';
import { personalDataRoutes } from './modules/personal-data/index.ts';
import { pickRoutes } from './modules/picks/index.ts';
import { profileRoutes } from './modules/profiles/index.ts';
import { ratingRoutes } from './modules/ratings/index.ts';
import { reactionRoutes } from './modules/reactions/index.ts';
import { readingSessionListener, readingSessionRoutes } from './modules/reading-sessions/index.ts';
import { recommendationRoutes } from './modules/recommendations/index.ts';
import { scheduleRoutes } from './modules/schedules/index.ts';
import { searchRoutes } from './modules/search/index.ts';
import { sharingRoutes } from './modules/sharing/index.ts';
import { siteRoutes } from './modules/site/index.ts';
import { storyRoutes } from './modules/stories/index.ts';
import { trashRoutes } from './modules/trash/index.ts';
import { uploadRoutes } from './modules/uploads/index.ts';
import { userRoutes } from './modules/users/index.ts';
import type { AppContext } from './platform/context.ts';
import type { Events } from './platform/events/events.ts';
import type { Listener } from './platform/events/listener.ts';
import type { Api } from './platform/http/bind.ts';
import type { SocketHandlers } from './platform/live/socket-handlers.ts';

/** Registers each module's routes and jobs, in dependency order: a module may use only those above it. */
export const modules: ((api: Api) => void)[] = [
  userRoutes,
  uploadRoutes,
  genreRoutes,
  storyRoutes,
  chapterRoutes,
  scheduleRoutes,
  importRoutes,
  exportRoutes,
  libraryRoutes,
  trashRoutes,
  readingSessionRoutes,
  collectionRoutes,
  libraryFileRoutes,
  commentRoutes,
  annotationRoutes,
  searchRoutes,
  pickRoutes,
  ratingRoutes,
  reactionRoutes,
  sharingRoutes,
  chatRoutes,
  recommendationRoutes,
  homeRoutes,
  siteRoutes,
  profileRoutes,
  accountRoutes,
  personalDataRoutes,
  handleTakedownEmails,
];

/** The modules' handlers for events that clients send over the live connection. */
export const sockets: ((handlers: SocketHandlers) => void)[] = [chapterSockets, commentSockets, chatSockets];

/** The modules' publishers, which send committed events to open pages. */
export const livePublishers: ((events: Events) => void)[] = [notifyOpenEditors];

/** The modules' event listeners, each with its own cursor. */
export const listeners: ((ctx: AppContext) => Listener)[] = [
  commentListener,
  annotationListener,
  readingSessionListener,
];
