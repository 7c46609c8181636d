import * as lists from '../packages/server/src/modules/annotations/annotation-lists.queries.ts';
import * as annotations from '../packages/server/src/modules/annotations/annotations.queries.ts';
import * as carry from '../packages/server/src/modules/annotations/carry.queries.ts';
import { exportedAnnotations } from '../packages/server/src/modules/annotations/export.queries.ts';
import * as reactions from '../packages/server/src/modules/reactions/reactions.queries.ts';
import { modules } from '../packages/server/src/modules.ts';
import type { Db } from '../packages/server/src/platform/db/db.ts';
import type { ExplainedQuery, Sample } from './explained-queries.ts';

const chapterOf = ({ chapterIds: [chapterId = ''] }: Sample): string => chapterId;
const firstPage = { after: null, page: 1, limit: 100 };

/** The lists of annotations, by name. */
const filters: Record<string, (sample: Sample) => lists.AnnotationFilter> = {
  'of a chapter': (sample) => ({ chapterId: chapterOf(sample) }),
  'highlights of a chapter': (sample) => ({ chapterId: chapterOf(sample), kind: 'highlight' }),
  'of a story': ({ storyId }) => ({ storyId }),
  all: () => ({}),
  bookmarks: () => ({ kind: 'bookmark' }),
  'of a color': () => ({ color: 'green' }),
  'of a tag': () => ({ tag: 'Lamps' }),
  searched: () => ({ q: 'lamp 7' }),
};

const ofLists = Object.entries(filters).flatMap(([name, filterOf]): ExplainedQuery[] => [
  {
    name: `annotations: ${name}`,
    run: (db, sample) => lists.listAnnotations(db, sample.viewer.id, filterOf(sample), firstPage),
  },
  {
    name: `annotations: count ${name}`,
    run: (db, sample) => lists.countAnnotations(db, sample.viewer.id, filterOf(sample)),
  },
]);

const group = { version: 1, isLost: false };
const shown = async (db: Db, sample: Sample): Promise<carry.ShownChapter> => {
  const found = await carry.findShownChapter(db, chapterOf(sample));
  // As if the author had just saved.
  return found === undefined
    ? { id: '', story_id: '', version: 2 }
    : { ...found, version: found.version + 1 };
};

const ofAnnotations: ExplainedQuery[] = [
  {
    name: 'annotations: after a position',
    run: (db, sample) =>
      lists.listAnnotations(
        db,
        sample.viewer.id,
        { chapterId: chapterOf(sample) },
        { ...firstPage, after: { order: 'place', start: 100, end: 109, id: sample.storyId } },
      ),
  },
  {
    name: 'annotations: states of chapters',
    run: (db, { viewer, chapterIds }) =>
      lists.findChapterStates(
        db,
        chapterIds.map((chapterId) => ({ userId: viewer.id, chapterId })),
      ),
  },
  { name: 'annotations: tags', run: (db, { viewer }) => lists.listTags(db, viewer.id) },
  { name: 'annotations: stories', run: (db, { viewer }) => lists.listAnnotatedStories(db, viewer.id) },
  {
    name: 'annotations: one',
    run: (db, { viewer, storyId }) => annotations.findAnnotation(db, viewer.id, 'highlight', storyId),
  },
  {
    name: 'annotations: text of a chapter',
    run: (db, sample) =>
      annotations.findReadableText(
        db,
        {
          userId: sample.viewer.id,
          kind: 'highlight',
          storyId: sample.storyId,
          chapterId: chapterOf(sample),
        },
        1,
      ),
  },
  {
    name: 'annotations: export',
    run: (db, { viewer }) => exportedAnnotations(viewer.id, undefined).execute(db),
  },
  {
    name: 'annotations: export of a story',
    run: (db, { viewer, storyId }) => exportedAnnotations(viewer.id, storyId).execute(db),
  },
  {
    name: 'annotations: erase deleted ones',
    run: (db) => annotations.eraseDeleted(db, new Date(0), 500),
  },
  {
    name: 'carry: groups',
    run: async (db, sample, plain) => carry.listGroupsBehind(db, await shown(plain, sample)),
  },
  {
    name: 'carry: a page',
    run: async (db, sample, plain) =>
      carry.listBehind(db, await shown(plain, sample), group, { after: undefined, max: 1000 }),
  },
];

const ofReactions: ExplainedQuery[] = [
  ...(['story', 'chapter'] as const).map((kind) => ({
    name: `reactions: to a ${kind}`,
    run: (db: Db, sample: Sample) =>
      reactions.findSubject(
        { modules },
        db,
        { kind, id: kind === 'story' ? sample.storyId : chapterOf(sample) },
        sample.viewer.id,
      ),
  })),
  { name: 'reactions: quota', run: (db, { viewer }) => reactions.countOwn(db, viewer.id, 50_000) },
  {
    name: 'reactions: one',
    run: (db, { storyId }) => reactions.findReaction(db, storyId),
  },
];

/** The statements of annotations, of carrying them over, and of reactions. */
export const explainedAnnotations: ExplainedQuery[] = [...ofLists, ...ofAnnotations, ...ofReactions];
