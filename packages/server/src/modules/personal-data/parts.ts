import { personalPart as eventsPersonalPart } from '../../platform/events/personal-data.queries.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { accountPersonalPart } from '../account/index.ts';
import { annotationsPersonalPart } from '../annotations/index.ts';
import { chaptersPersonalPart } from '../chapters/index.ts';
import { chatPersonalPart } from '../chat/index.ts';
import { collectionsPersonalPart } from '../collections/index.ts';
import { commentsPersonalPart } from '../comments/index.ts';
import { importsPersonalPart } from '../imports/index.ts';
import { libraryPersonalPart } from '../library/index.ts';
import { picksPersonalPart } from '../picks/index.ts';
import { ratingsPersonalPart } from '../ratings/index.ts';
import { reactionsPersonalPart } from '../reactions/index.ts';
import { readingSessionsPersonalPart } from '../reading-sessions/index.ts';
import { searchPersonalPart } from '../search/index.ts';
import { sitePersonalPart } from '../site/index.ts';
import { storiesPersonalPart } from '../stories/index.ts';
import { uploadsPersonalPart } from '../uploads/index.ts';
import { usersPersonalPart } from '../users/index.ts';

/** The personal data of each module, in dependency order; deletion runs in reverse order. */
export const parts: PersonalPart[] = [
  usersPersonalPart,
  uploadsPersonalPart,
  storiesPersonalPart,
  chaptersPersonalPart,
  importsPersonalPart,
  libraryPersonalPart,
  readingSessionsPersonalPart,
  searchPersonalPart,
  picksPersonalPart,
  ratingsPersonalPart,
  collectionsPersonalPart,
  annotationsPersonalPart,
  reactionsPersonalPart,
  commentsPersonalPart,
  chatPersonalPart,
  sitePersonalPart,
  accountPersonalPart,
  eventsPersonalPart,
];
