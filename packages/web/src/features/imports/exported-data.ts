import { parseFileName } from '@inkling/contract/files';
import { importMaxBytes, type RestoredNotes, type RestoredStory } from '@inkling/contract/imports';
import { commentLimits } from '@inkling/contract/limits';
import { unzip } from 'fflate';

/** With the id that it has there. */
type Story = RestoredStory & { _id: string };

/** A story in a file with one's data. */
export interface ExportedStory {
  story: Story;
  /** Versions of its chapters that are too many for one import, and left out. */
  leftOut: number;
  /** Highlights and comments whose chapter or words the request doesn't have. */
  unplaced: { annotations: number; comments: number };
  cover: Blob | null;
}

/** A highlight or passage bookmark, with the titles of where it is. */
export type ExportedAnnotation = Omit<RestoredNotes['annotations'][number], 'chapter'> & {
  chapterTitle: string;
};

/** What the person wrote in a story of someone else. */
export interface ExportedNotes {
  /** Empty for stories that are unavailable, and for posts. */
  title: string;
  annotations: ExportedAnnotation[];
  /** Comments are not imported: they belong under a story whose author moves it. */
  comments: number;
}

export interface ExportedData {
  stories: ExportedStory[];
  /** By the titles of other people's stories. */
  notes: ExportedNotes[];
  /** The library as a list that the import of libraries reads; null if there is none. */
  library: string | null;
}

type Row = Record<string, unknown> & { id: string };
type Version = RestoredStory['chapters'][number]['earlier'][number] & { chapter: string };
type Chapter = Row &
  Pick<RestoredStory['chapters'][number], 'title' | 'stage' | 'privateNote' | 'publishedAt'>;
type GlossaryRow = Omit<RestoredStory['glossary']['entries'][number], 'notes'> & {
  storyId: string;
  notes: { chapterId: string; text: string }[] | null;
};
interface Titled {
  id: string;
  title: string | null;
}
type AnnotationRow = Omit<RestoredNotes['annotations'][number], '_id' | 'chapter' | 'tags' | 'note'> & {
  id: string;
  story: Titled;
  chapter: Titled;
  tags: string[] | null;
  note: string | null;
  isTextChanged: boolean;
  deletedAt: string | null;
};
type CommentRow = Omit<RestoredNotes['comments'][number], '_id' | 'chapter' | 'paragraph'> & {
  id: string;
  story: Titled | null;
  chapter: Titled | null;
  paragraphNumber: number | null;
};
interface Entry {
  story: { title: string | null; id: string };
  status: string;
  isBookmarked: boolean;
  lastRead: string | null;
}
interface Collection {
  name: string;
  stories: { id: string }[];
}

/** Unpacked characters of one file, beyond which it is not read. */
const maxFile = 300_000_000;
const wanted =
  /^(?:readme\.txt|(?:stories|glossary|recaps|images|library|collections|annotations|comments)\.json|stories\/[^/]+\/(?:volumes|chapters|versions)\.json|images\/.*)$/;

const unpack = (bytes: Uint8Array): Promise<Record<string, Uint8Array>> =>
  new Promise((resolve, reject) => {
    unzip(
      bytes,
      { filter: ({ name, originalSize }) => wanted.test(name) && originalSize <= maxFile },
      (error, files) => (error === null ? resolve(files) : reject(error)),
    );
  });

const csvCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Titles with their shelves, as Goodreads lists them (docs/product/library-files.md#files). */
function libraryList(entries: Entry[], collections: Collection[]): string | null {
  const rows = entries.flatMap(({ story, status, isBookmarked, lastRead }) => {
    if (story.title === null || (status === 'none' && !isBookmarked)) return [];
    const shelves = collections.flatMap(({ name, stories }) =>
      stories.some(({ id }) => id === story.id) ? [name.replaceAll(',', ' ')] : [],
    );
    const shelf = status === 'none' ? 'to-read' : status.replace('_', ' ');
    return [[story.title, shelf, shelves.join(', '), (lastRead ?? '').slice(0, 10)].map(csvCell).join()];
  });
  return rows.length === 0 ? null : ['Title,Exclusive Shelf,Bookshelves,Date Read', ...rows].join('\n');
}

/** The most earlier versions of a chapter, and values, in one request. */
const [maxEarlier, maxValues] = [1000, 250_000];

function isFitting(story: Story): boolean {
  const versions = story.chapters.reduce((sum, { earlier }) => sum + earlier.length + 1, 0);
  const isFew = story.chapters.every(({ earlier }) => earlier.length <= maxEarlier);
  const notes = (story.annotations?.length ?? 0) * 15 + (story.comments?.length ?? 0) * 8;
  return (
    isFew && versions * 12 + notes <= maxValues && new Blob([JSON.stringify(story)]).size <= importMaxBytes
  );
}

/** A story that one request holds: without unnamed earlier versions, or without any, if all of them are too much. */
function fitting(story: Story): Pick<ExportedStory, 'story' | 'leftOut'> {
  let leftOut = 0;
  for (const keeps of [({ name }: { name: string | null }) => name !== null, () => false]) {
    if (isFitting(story)) break;
    const chapters = story.chapters.map((chapter) => {
      const earlier = chapter.earlier.filter(keeps);
      leftOut += chapter.earlier.length - earlier.length;
      return { ...chapter, earlier };
    });
    story = { ...story, chapters };
  }
  return { story, leftOut };
}

const annotationOf = ({ id: _id, story: _, chapter, tags, note, ...rest }: AnnotationRow) => ({
  ...{ _id, kind: rest.kind, selectedText: rest.selectedText, createdAt: rest.createdAt },
  ...{ startOffset: rest.startOffset, endOffset: rest.endOffset, color: rest.color, title: rest.title },
  ...{ tags: tags ?? [], note: note ?? '', chapterTitle: chapter.title ?? '' },
});

/** What the person wrote in the stories of others, by their titles. */
function notesElsewhere(annotations: AnnotationRow[], comments: CommentRow[]): ExportedNotes[] {
  const notes = new Map<string, ExportedNotes>();
  const at = (title: string) => {
    const found = notes.get(title) ?? { title, annotations: [], comments: 0 };
    notes.set(title, found);
    return found;
  };
  for (const row of annotations) at(row.story.title ?? '').annotations.push(annotationOf(row));
  for (const { story } of comments) at(story?.title ?? '').comments += 1;
  return [...notes.values()];
}

/** What an author takes along from another site, from the file that it exported; null if it is another file. */
export async function readExportedData(file: File): Promise<ExportedData | null> {
  const files = await unpack(new Uint8Array(await file.arrayBuffer())).catch(() => ({}));
  const textOf = (name: string): string => new TextDecoder().decode(files[name as keyof typeof files]);
  const rowsOf = <One = Row>(name: string): One[] => (name in files ? JSON.parse(textOf(name)) : []);
  if (!('stories.json' in files) || !textOf('readme.txt').startsWith('What Inkling stores about '))
    return null;

  const images = rowsOf<{ file: string; name: string }>('images.json');
  const coverOf = (address: unknown): Blob | null => {
    // The sizes of a picture have one stem.
    const stemOf = (path: string) => parseFileName(path.slice(path.lastIndexOf('/') + 1))?.stem;
    const stem = stemOf(String(address ?? ''));
    const image = images.find(({ name }) => stem !== undefined && stemOf(name) === stem);
    const bytes: Uint8Array | undefined = image && files[image.file as keyof typeof files];
    return bytes ? new Blob([new Uint8Array(bytes)], { type: 'image/webp' }) : null;
  };
  const glossary = rowsOf<GlossaryRow>('glossary.json');
  const annotations = Map.groupBy(
    rowsOf<AnnotationRow>('annotations.json').filter(({ deletedAt }) => deletedAt === null),
    ({ story }) => story.id,
  );
  const comments = Map.groupBy(rowsOf<CommentRow>('comments.json'), ({ story }) => story?.id ?? '');
  const recaps = rowsOf<Row & { storyId: string; chapterId: string; recap: string }>('recaps.json');

  const stories = rowsOf<Row & RestoredStory & { folder: string; deletedAt: string | null }>('stories.json')
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ id, folder, coverImage, ...details }) => {
      const volumes = new Map(
        rowsOf(`${folder}/volumes.json`).map((volume) => [volume.id, String(volume.title)]),
      );
      const versions = Map.groupBy(rowsOf<Version>(`${folder}/versions.json`), ({ chapter }) => chapter);
      const rows = rowsOf<Chapter>(`${folder}/chapters.json`)
        .filter(({ id, deletedAt }) => deletedAt === null && versions.has(id))
        .sort((one, other) => Number(one.position) - Number(other.position));
      const numbers = new Map(rows.map((row, index) => [row.id, index + 1]));
      const chapters = rows.map((row) => {
        const texts = (versions.get(row.id) ?? []).map(
          ({ chapter: _, title, authorNotes, endNotes, ...rest }) => ({
            ...rest,
            // A version has them only if they have changed since.
            title: title ?? row.title,
            authorNotes: authorNotes ?? '',
            endNotes: endNotes ?? '',
          }),
        );
        const { createdAt: savedAt = '', ...current } = texts.at(-1) ?? {};
        const { stage, privateNote, publishedAt } = row;
        const volume = volumes.get(String(row.volume)) ?? '';
        return { ...current, volume, stage, privateNote, publishedAt, savedAt, earlier: texts.slice(0, -1) };
      }) as RestoredStory['chapters'];
      const numbered = <One extends { chapterId: string }>(all: One[]) =>
        all.flatMap((one) => {
          const chapter = numbers.get(one.chapterId);
          return chapter === undefined ? [] : [{ ...one, chapter }];
        });
      const marked = (annotations.get(id) ?? []).flatMap((row) => {
        const chapter = numbers.get(row.chapter.id);
        if (chapter === undefined || row.isTextChanged) return [];
        const { chapterTitle: _, ...annotation } = annotationOf(row);
        return [{ ...annotation, chapter }];
      });
      const own = (comments.get(id) ?? []).flatMap(({ id: _id, chapter, paragraphNumber, ...row }) => {
        const number = chapter === null ? null : numbers.get(chapter.id);
        const { quote, replyTo, content, createdAt } = row;
        if (number === undefined) return [];
        const paragraph = paragraphNumber ?? null;
        return [{ _id, chapter: number, paragraph, quote, replyTo, content, createdAt }];
      });
      const story: Story = {
        ...details,
        _id: id,
        chapters,
        glossary: {
          entries: glossary
            .filter(({ storyId }) => storyId === id)
            .map(({ notes, ...entry }) => ({ ...entry, notes: numbered(notes ?? []) })),
          recaps: numbered(recaps.filter(({ storyId }) => storyId === id)),
        },
        annotations: marked,
        comments: own.slice(0, commentLimits.restored),
      };
      const unplaced = {
        annotations: (annotations.get(id)?.length ?? 0) - marked.length,
        comments: (comments.get(id)?.length ?? 0) - Math.min(own.length, commentLimits.restored),
      };
      return { ...fitting(story), unplaced, cover: coverOf(coverImage) };
    });
  const others = <One>(rows: Map<string, One[]>) =>
    [...rows].flatMap(([id, all]) => (stories.some(({ story }) => story._id === id) ? [] : all));
  return {
    stories,
    notes: notesElsewhere(others(annotations), others(comments)),
    library: libraryList(rowsOf<Entry>('library.json'), rowsOf<Collection>('collections.json')),
  };
}
