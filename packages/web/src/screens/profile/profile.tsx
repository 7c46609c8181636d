import type { Me } from '@inkling/contract/account';
import type { MyProfile } from '@inkling/contract/profiles';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { AchievementsSection } from '../../features/achievements/achievements-section.tsx';
import { MarkSeen } from '../../features/notifications/mark-seen.tsx';
import { ProfileHeader, wornBy } from '../../features/users/profile-header.tsx';
import { ProfileHeaderSkeleton, ProfileReadingSkeleton } from '../../features/users/profile-skeleton.tsx';
import { ownProfileQuery } from '../../features/users/users.api.ts';
import { compactNumber } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMeQuery, useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Activities } from './activities.tsx';
import { ReadingAnalytics } from './reading-analytics.tsx';

interface Props {
  counters: MyProfile['counters'];
  currency: MyProfile['currency'];
  /** Whether rewards are switched off. */
  hidesInk: boolean;
}

/** Reading totals and collected currency. */
function Figures({ counters, currency, hidesInk }: Props) {
  return (
    <div className="mt-6 grid gap-4 sm:grid-cols-2">
      <Panel
        title="So far"
        figures={[
          { name: 'Books', one: 'Book', value: counters.books },
          { name: 'Day Streak', value: counters.dayStreak },
          { name: 'Hours', one: 'Hour', value: counters.hours },
        ]}
      />
      <Panel
        title="Collected"
        figures={[
          { name: 'Words', one: 'Word', value: currency.words },
          { name: 'Bookmarks', one: 'Bookmark', value: currency.bookmarks },
          ...(hidesInk ? [] : [{ name: 'Ink', value: currency.ink }]),
        ]}
      />
    </div>
  );
}

interface Figure {
  name: string;
  /** The name of exactly one. */
  one?: string;
  value: number;
}

function Panel({ title, figures }: { title: string; figures: Figure[] }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-raised px-2 py-4">
      <dl className="grid auto-cols-fr grid-flow-col divide-x divide-line text-center rtl:divide-x-reverse">
        {figures.map(({ name, one = name, value }) => (
          <div key={name} className="flex flex-col-reverse px-1">
            <dt className="text-sm text-muted">{value === 1 ? one : name}</dt>
            <dd className="font-serif text-2xl font-semibold tabular-nums" title={value.toLocaleString('en')}>
              {compactNumber(value)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

// Loaded on demand: only editing needs the validation schemas.
const EditProfileDialog = lazyComponent(
  async () => (await import('./edit-profile-dialog.tsx')).EditProfileDialog,
);

export const clientLoader = () => prefetch(ownProfileQuery);
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

export default function Profile() {
  const member = useSessionState() === 'member';
  const me = useMeQuery();
  const [editing, edit] = useEditing();
  return (
    <>
      <title>{pageTitle('Profile')}</title>
      {!member && <SignedOut />}
      {member && me.isPending && (
        <>
          <ProfileHeaderSkeleton isOwnProfile />
          <ProfileReadingSkeleton />
        </>
      )}
      {member && me.isError && (
        <>
          <h1 className="font-serif text-3xl">Profile</h1>
          <QueryState query={me} fallback="Failed to get user data" />
        </>
      )}
      {member && me.data && <OwnHeader me={me.data} onEdit={() => edit(true)} />}
      {member && me.data && <Reading hidesRewards={me.data.readingPreferences.hidesRewards} />}
      {/* Stays open when the session ends, so that the input is not lost. */}
      {editing && me.data && <EditProfileDialog me={me.data} onClose={() => edit(false)} />}
    </>
  );
}

/** Shown when the session ends while the page is open; visitors are redirected before (docs/product/screens.md#routes-and-guards). */
function SignedOut() {
  return (
    <div className="py-16 text-center">
      <h1 className="font-serif text-3xl">Profile</h1>
      <p className="mt-3">Please log in to view your profile</p>
      <p className="mt-6">
        <Link to={paths.login(paths.profile)} className={buttonClass('primary')}>
          Sign In
        </Link>
      </p>
    </div>
  );
}

/** Whether the edit form is open, stored in the query string. */
function useEditing(): [boolean, (open: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const edit = (open: boolean) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (open) after.set('edit', '');
        else after.delete('edit');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.has('edit'), edit];
}

function OwnHeader({ me, onEdit }: { me: Me; onEdit: () => void }) {
  return (
    <ProfileHeader
      person={{ ...me, ...wornBy(me) }}
      isOwnProfile
      emptyBio={<p className="text-muted">Add a short bio.</p>}
      FollowersSeen={MarkSeen}
    >
      <Button onClick={onEdit}>Edit Profile</Button>
      <Link to={paths.person(me.username)} className={buttonClass('ghost')}>
        View public profile
      </Link>
      <Link to={paths.myCollections} className={buttonClass('ghost')}>
        My collections
      </Link>
    </ProfileHeader>
  );
}

/** Reading figures, activity, achievements and analytics. */
function Reading({ hidesRewards }: { hidesRewards: boolean }) {
  const reading = useQuery(ownProfileQuery);
  const [search, setSearch] = useSearchParams();
  if (!reading.isSuccess) {
    const fallback = 'Failed to fetch your reading analytics';
    return <QueryState query={reading} fallback={fallback} pending={<ProfileReadingSkeleton />} />;
  }
  const { counters, currency, activity, analytics } = reading.data.data;
  const tabs = [
    { id: 'activity', label: 'Activity', content: <Activities activities={activity} /> },
    ...(hidesRewards
      ? []
      : [{ id: 'achievements', label: 'Achievements', content: <AchievementsSection /> }]),
    { id: 'reading', label: 'Reading Analytics', content: <ReadingAnalytics analytics={analytics} /> },
  ];
  const wanted = search.get('tab');
  const open = (tab: string) =>
    setSearch(tab === 'activity' ? {} : { tab }, { replace: true, preventScrollReset: true });
  return (
    <>
      <Figures counters={counters} currency={currency} hidesInk={hidesRewards} />
      <Tabs
        label="Profile"
        tabs={tabs}
        value={tabs.some(({ id }) => id === wanted) && wanted !== null ? wanted : 'activity'}
        onChange={open}
      />
    </>
  );
}
