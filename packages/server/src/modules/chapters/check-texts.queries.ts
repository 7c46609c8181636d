import { allRows, type Db, firstRow } from '../../platform/db/db.ts';
import { linesOf } from './paragraphs.ts';

interface TextRef {
  chapterId: string;
  version: number;
}

interface SavedText {
  content: string;
  paragraphs: number;
  /** Bytes of the content, as counted when it was saved. */
  bytes: number;
}

const isAsSaved = ({ content, paragraphs, bytes }: SavedText): boolean =>
  Buffer.byteLength(content) === bytes && linesOf(content).length === paragraphs;

/**
 * Reads some versions of chapters at random, and compares each with the sizes that were stored with it. They are drawn from
 * about ten times as many, on pages at random, since drawing from all would read the whole table.
 */
export async function checkTexts(db: Db, sample: number): Promise<{ checked: number; damaged: TextRef[] }> {
  const refs = await allRows<TextRef>(db)`
    select chapter_id as "chapterId", version from chapter_versions tablesample system ((
      select 1000.0 * ${sample}::integer / greatest(10 * ${sample}::integer, reltuples) from pg_class
      where oid = 'chapter_versions'::regclass))
    order by random() limit ${sample}`;
  const damaged: TextRef[] = [];
  for (const ref of refs) {
    const text = await firstRow<SavedText>(db)`
      select content, cardinality(paragraph_ids) as paragraphs,
        bytes - 100 - 4 * cardinality(paragraph_ids) - octet_length(
          concat(title, author_notes, end_notes, name)) as bytes
      from chapter_versions where chapter_id = ${ref.chapterId} and version = ${ref.version}`;
    // It may have been deleted since.
    if (text !== undefined && !isAsSaved(text)) damaged.push(ref);
  }
  return { checked: refs.length, damaged };
}
