import { listedTitle } from '@inkling/contract/chapter-title';
import type { ChapterFigures, ChapterTotals, SourceViews } from '@inkling/contract/story-analytics';
import { Link } from 'react-router';
import { pluralize } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { plainNumber } from '../charts/chart.ts';
import { PlainTable } from '../charts/plain-table.tsx';
import { longDay } from '../days.ts';
import { percentText } from './figures.tsx';

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
            plainNumber(row.views),
            plainNumber(row.readers),
            plainNumber(row.finished),
            plainNumber(row.minutes),
            plainNumber(row.words),
            plainNumber(row.likes),
            plainNumber(row.comments),
            plainNumber(row.robots),
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

const sourceNames: Record<string, string> = {
  search: 'Search',
  story: 'Another story’s page',
  profile: 'A profile',
  community: 'A community',
  discover: 'Home, Discover, categories and rankings',
  library: 'The library',
  notifications: 'Notifications',
  feed: 'A feed',
  mail: 'An email',
  direct: 'Direct or unknown',
  other: 'Other sources',
};

/** What a source of views is called; `site:` and `link:` are followed by its name. */
function sourceText(source: string): string {
  const at = source.indexOf(':');
  const [kind, name] = at < 0 ? [source, ''] : [source.slice(0, at), source.slice(at + 1)];
  if (kind === 'site') return name;
  if (kind === 'link') return `Your link “${name}”`;
  return sourceNames[source] ?? source;
}

/** Where the views of the shown days came from. */
export function SourcesTable({ rows }: { rows: SourceViews[] }) {
  const all = rows.reduce((sum, { views }) => sum + views, 0);
  if (all === 0) return <p className="text-muted">No views in this period.</p>;
  return (
    <>
      <PlainTable
        label="Sources, as a table"
        columns={['Source', 'Views', 'Share']}
        rows={rows.map(({ source, views }) => ({
          key: source,
          cells: [sourceText(source), plainNumber(views), percentText(views / all)],
        }))}
      />
      <p className="mt-2 text-sm text-muted">
        {`Shares of ${pluralize(all, 'view')}: those of the story’s page, and those of its chapters that came from a feed, an email, another site or one of your links. Other sites are shown by their address only. Direct or unknown: typed addresses, bookmarks, and people who don’t want to be measured.`}
      </p>
    </>
  );
}

/** Whether a change of the text helped: who finished each version. */
export function VersionsTable({ versions }: { versions: NonNullable<ChapterFigures['versions']> }) {
  if (versions.length === 0)
    return <p className="text-muted">Figures appear once five people have read the same version.</p>;
  return (
    <>
      <PlainTable
        label="Versions, as a table"
        columns={['Version', 'Readers', 'Finished']}
        rows={versions.map(({ version, from, finished }) => ({
          key: String(version),
          cells: [
            `Version ${version}, ${longDay(from)}`,
            plainNumber(finished.of),
            `${percentText(finished.share)} (${plainNumber(finished.count)})`,
          ],
        }))}
      />
      <p className="mt-2 text-sm text-muted">
        Each reader counts for the version they read last. Versions with fewer than five readers are left out.
      </p>
    </>
  );
}
