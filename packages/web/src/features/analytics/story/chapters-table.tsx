import { listedTitle } from '@inkling/contract/chapter-title';
import type { ChapterTotals } from '@inkling/contract/story-analytics';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { PlainTable } from './plain-table.tsx';

const number = (value: number): string => value.toLocaleString('en');

/** Each chapter's totals, and the way to its page. */
export function ChaptersTable({ rows }: { rows: ChapterTotals[] }) {
  if (rows.length === 0) return <p className="text-muted">This story has no published chapters yet.</p>;
  return (
    <>
      <PlainTable
        label="Chapters, as a table"
        columns={[
          'Chapter',
          'Views',
          'Readers',
          'Finished',
          'Minutes',
          'Words',
          'Likes',
          'Comments',
          'Probably robots',
        ]}
        rows={rows.map(({ chapter, ...row }) => ({
          key: chapter._id,
          cells: [
            <Link
              key="name"
              to={paths.chapterAnalytics(chapter._id)}
              className="inline-flex min-h-11 items-center hover:underline"
              dir="auto"
            >
              {chapter.number === null
                ? chapter.title
                : listedTitle({ title: chapter.title, chapterNumber: chapter.number })}
            </Link>,
            number(row.views),
            number(row.readers),
            number(row.finished),
            number(row.minutes),
            number(row.words),
            number(row.likes),
            number(row.comments),
            number(row.robots),
          ],
        }))}
      />
      <p className="mt-2 text-sm text-muted">
        Since each chapter was created. Readers are signed-in people, each counted once. “Finished” means that
        they reached the end and spent time in the chapter. Views that were probably from robots are only in
        their own column.
      </p>
    </>
  );
}
