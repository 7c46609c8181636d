import type { AuthorActivity, AuthorDashboard } from '@inkling/contract/analytics';
import { Bell, Bookmark, Heart, type LucideIcon, MessageCircle, Star, UserPlus } from 'lucide-react';
import { Link } from 'react-router';
import { compactNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { plainNumber } from './charts/chart.ts';
import { longMonth } from './days.ts';

/** A number that is shortened; its tooltip is the full one. */
function Count({ value, of }: { value: number; of: string }) {
  return (
    <span title={`${plainNumber(value)} ${of}`} className="tabular-nums">
      {`${compactNumber(value)} ${of}`}
    </span>
  );
}

/** The stories with most views, which lead to their own figures. */
export function TopStories({ stories }: { stories: AuthorDashboard['topStories'] }) {
  return (
    <section aria-labelledby="top-stories" className="min-w-0">
      <h2 id="top-stories" className="font-serif text-2xl">
        Top Performing Stories
      </h2>
      <p className="mb-3 text-sm text-muted">
        By views in this period; likes and comments are from this period too.
      </p>
      <ol className="space-y-3">
        {stories.map(({ id, title, coverImage, views, likes, comments, genres }, index) => (
          <li key={id} className="flex items-center gap-3 break-inside-avoid">
            <span className="w-6 shrink-0 text-end text-muted tabular-nums">{index + 1}</span>
            <div className="w-11 shrink-0">
              <Cover id={id} title={title} author="" image={coverImage} sizes="44px" />
            </div>
            <div className="min-w-0">
              <Link
                to={paths.storyAnalytics(id)}
                className="-my-1 inline-block py-2 font-serif text-lg leading-snug font-semibold hover:underline"
              >
                <bdi>{title}</bdi>
              </Link>
              <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                <Count value={views} of={views === 1 ? 'view' : 'views'} />
                <Count value={likes} of={likes === 1 ? 'like' : 'likes'} />
                <Count value={comments} of={comments === 1 ? 'comment' : 'comments'} />
                <span>{genres.map(({ name }) => name).join(', ')}</span>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const icons: Record<AuthorActivity['icon'], LucideIcon> = {
  like: Heart,
  comment: MessageCircle,
  rating: Star,
  save: Bookmark,
  story_follow: Bell,
  follow: UserPlus,
};

/** What people did in the last days, together. */
export function RecentActivity({ activity }: { activity: AuthorDashboard['recentActivity'] }) {
  return (
    <section aria-labelledby="recent-activity" className="min-w-0">
      <h2 id="recent-activity" className="font-serif text-2xl">
        Recent Activity
      </h2>
      <p className="mb-3 text-sm text-muted">
        What others did in the last 7 days, and when it last happened.
      </p>
      {activity.length === 0 && <p className="text-muted">Nothing in the last 7 days.</p>}
      <ul className="divide-y divide-line">
        {activity.map(({ icon, description, time, story }) => {
          const Icon = icons[icon];
          return (
            <li key={`${icon} ${story?._id}`} className="flex items-start gap-3 py-3">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-text" />
              <p className="min-w-0 grow wrap-anywhere">{description}</p>
              <span className="shrink-0 text-sm text-muted">
                <RelativeTime iso={time} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const devices: Record<string, string> = { mobile: 'Phones', tablet: 'Tablets', desktop: 'Computers' };

/** 'Germany' for 'DE', in the reader's language. */
const countryName = (code: string): string =>
  new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' }).of(code) ?? code;

interface Row {
  name: string;
  readers: number;
  /** The readers of whom it is known. */
  of: number;
  share: number;
}

/** Groups of readers of a month. */
export function ReaderDemographics({
  demographics,
}: {
  demographics: AuthorDashboard['readerDemographics'];
}) {
  const { month, topCountries, deviceUsage } = demographics;
  const countries = topCountries.map(({ country, ...group }) => ({ name: countryName(country), ...group }));
  const used = Object.entries(deviceUsage).map(([kind, group]) => ({
    name: devices[kind] ?? kind,
    ...group,
  }));
  return (
    <section aria-labelledby="demographics">
      <h2 id="demographics" className="font-serif text-2xl">
        Reader Demographics
      </h2>
      <p className="mb-4 max-w-[75ch] text-sm text-muted">
        {month === null
          ? 'Shown for months in which the country or device of at least 50 of your readers is known.'
          : `Readers in ${longMonth(month)}, each counted once, in groups of at least five, rounded to the nearest five. The country comes from the browser’s time zone.`}
      </p>
      <div className="grid gap-8 md:grid-cols-3">
        <Groups title="Top Countries" rows={countries} />
        <Groups title="Device Usage" rows={used.sort((one, other) => other.readers - one.readers)} />
        <div>
          <h3 className="mb-2 font-semibold">Age Distribution</h3>
          <p className="text-muted">Not asked: we don’t ask readers for their age.</p>
        </div>
      </div>
    </section>
  );
}

function Groups({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {rows.length === 0 && <p className="text-muted">Not known for enough readers.</p>}
      <ul className="space-y-3">
        {rows.map(({ name, readers, of, share }) => (
          <li key={name}>
            <p className="flex justify-between gap-4">
              <span>{name}</span>
              <span
                className="text-muted tabular-nums"
                title={`About ${plainNumber(readers)} of ${plainNumber(of)} readers`}
              >
                {`${Math.round(100 * share)}% (about ${compactNumber(readers)} of ${compactNumber(of)})`}
              </span>
            </p>
            <ProgressBar
              value={Math.round(100 * share)}
              label={`${name}: share of readers for whom this is known`}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
