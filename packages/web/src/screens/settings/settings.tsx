import type { Me } from '@inkling/contract/account';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { MyBans } from '../../features/communities/my-bans.tsx';
import { FormFooter } from '../../features/forms/form-footer.tsx';
import { ThemeChoice } from '../../features/layout/theme-choice.tsx';
import { MyMeasures } from '../../features/measures/my-measures.tsx';
import { plansQuery } from '../../features/plans/plans.api.ts';
import { AvatarField } from '../../features/uploads/avatar-field.tsx';
import { ProfileFields, useProfileForm } from '../../features/users/profile-fields.tsx';
import { useUpdatePreferences } from '../../features/users/users.api.ts';
import { hasWorker } from '../../lib/has-worker.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import { useMeQuery } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useFragment } from '../../lib/use-query-string.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EmailSection, PasswordSection } from './account-sections.tsx';

import { PlanSection } from './plan-section.tsx';
import { PreferencesSection, TimeZoneSection } from './preferences-section.tsx';
import { Section, type SectionId, type SettingsTab, settingsTabs, tabOfHash } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';

import { BlockedPeople, WhatYouSeeSection } from './what-you-see-section.tsx';
import { YourDataSection } from './your-data-section.tsx';
import { YourReports } from './your-reports.tsx';

/** Whether there are rewards at all, and whether others see the person on the leaderboard. Each is saved at once. */
function RewardsSection({ me: { readingPreferences: saved } }: { me: Me }) {
  const update = useUpdatePreferences();
  const rewards = useToggle(
    !saved.hidesRewards,
    async (on) => !(await update.mutateAsync({ body: { hidesRewards: !on } })).data.hidesRewards,
  );
  const steps = useToggle(
    !saved.hidesFirstSteps,
    async (on) => !(await update.mutateAsync({ body: { hidesFirstSteps: !on } })).data.hidesFirstSteps,
  );
  const ranked = useToggle(
    saved.isRanked,
    async (isRanked) => (await update.mutateAsync({ body: { isRanked } })).data.isRanked,
  );
  return (
    <div className="space-y-4">
      <Switch
        framed
        label="Rewards"
        hint="Ink, coins and gems for reading, writing and taking part. When this is off, nothing is counted, and no one sees your rewards. You don’t lose what you have."
        checked={rewards.on}
        onChange={() => rewards.toggle({ detail: 1 })}
      />
      <Switch
        framed
        label="First steps"
        hint="A list of things to try, on the Rewards page."
        checked={steps.on && rewards.on}
        disabled={!rewards.on}
        onChange={() => steps.toggle({ detail: 1 })}
      />
      <Switch
        framed
        label="Leaderboard"
        hint="Others can see you among the people who read the most. When it’s off, only you can see your place."
        checked={ranked.on && rewards.on}
        disabled={!rewards.on}
        onChange={() => ranked.toggle({ detail: 1 })}
      />
    </div>
  );
}

/** As high as the list with one story. */
const pending = (
  <div className="min-h-50">
    <TextSkeleton lines={5} />
  </div>
);

const OfflinePanel = lazyComponent(
  async () => (await import('../../features/offline/offline-panel.tsx')).OfflinePanel,
  { fallback: pending },
);

const empty = (
  <p className="text-muted">
    No stories are kept on this device. Choose “Keep offline” on a story’s page to read it without a
    connection.
  </p>
);

/** The stories kept on this device, and buttons that free their space. */
const OfflineSection = () => (hasWorker() ? <OfflinePanel empty={empty} pending={pending} /> : empty);

/** The public profile: image, names and biography. */
export function ProfileSection({ me }: { me: Me }) {
  const form = useProfileForm(me, () => 'Your profile has been saved.');
  return (
    <div className="space-y-8">
      <AvatarField person={{ id: me._id, name: me.displayName }} value={me.avatar} />
      <form onSubmit={form.onSubmit} noValidate className="space-y-6">
        <ProfileFields me={me} form={form} />
        <FormFooter label="Save Profile" busyLabel="Saving…" state={form} />
      </form>
    </div>
  );
}

const FeedsSection = lazyComponent(async () => (await import('./feeds-section.tsx')).FeedsSection, {
  fallback: pending,
});

const DevicesSection = lazyComponent(async () => (await import('./devices-section.tsx')).DevicesSection, {
  fallback: pending,
});

const loadNotificationSettings = () => import('../../features/notifications/notification-settings.tsx');
const NotificationTopics = lazyComponent(async () => (await loadNotificationSettings()).NotificationTopics, {
  fallback: pending,
});
const NotificationEmails = lazyComponent(async () => (await loadNotificationSettings()).NotificationEmails, {
  fallback: pending,
});
const MutedStories = lazyComponent(async () => (await loadNotificationSettings()).MutedStories, {
  fallback: pending,
});
const PushSwitch = lazyComponent(
  async () => (await import('../../features/push/push-switch.tsx')).PushSwitch,
  { fallback: pending },
);

const content: Record<SectionId, (me: Me) => ReactNode> = {
  profile: (me) => <ProfileSection me={me} />,
  preferences: (me) => <PreferencesSection me={me} />,
  'what-you-see': (me) => <WhatYouSeeSection me={me} />,
  rewards: (me) => <RewardsSection me={me} />,
  devices: (me) => <DevicesSection me={me} />,
  plan: (me) => <PlanSection me={me} />,
  'blocked-people': () => <BlockedPeople />,
  'your-reports': () => <YourReports />,
  standing: (me) => (
    <>
      <MyMeasures userId={me._id} />
      <MyBans userId={me._id} />
    </>
  ),
  'time-zone': (me) => <TimeZoneSection me={me} />,
  appearance: () => <Appearance />,
  email: (me) => <EmailSection me={me} />,
  password: (me) => <PasswordSection me={me} />,
  'log-ins': () => <SessionsSection />,
  'kept-offline': () => <OfflineSection />,
  notifications: () => <NotificationTopics />,
  push: () => <PushSwitch />,
  emails: () => <NotificationEmails />,
  'muted-stories': () => <MutedStories />,
  'private-feed': (me) => <FeedsSection me={me} />,
  'your-data': (me) => <YourDataSection me={me} />,
};

/** The measured heights of the loaded sections, so that they do not move what is below them. */
const skeletonHeights: Record<SectionId, string> = {
  profile: 'h-[46.6rem] min-[22rem]:h-[43.8rem] sm:h-[41.5rem]',
  preferences: 'h-[106rem] sm:h-[72.3rem] lg:h-[69.07rem]',
  'what-you-see': 'h-[86.1rem] min-[22rem]:h-[82.3rem] sm:h-[56.6rem] lg:h-[57.2rem]',
  rewards: 'h-[24.4rem] min-[22rem]:h-[22.2rem] sm:h-[17.2rem]',
  devices: 'h-[44rem] sm:h-[36rem]',
  plan: 'h-[9rem]',
  'blocked-people': 'h-[5.4rem] sm:h-[5.6rem] lg:h-[5.7rem] xl:h-[4.1rem]',
  'your-reports': 'h-[4.5rem] sm:h-[3rem]',
  standing: 'h-[3rem] sm:h-[1.5rem]',
  'time-zone': 'h-[11.5rem] sm:h-[10.3rem]',
  appearance: 'h-[7.1rem] sm:h-[5.6rem]',
  email: 'h-[21rem]',
  password: 'h-[22.4rem]',
  'log-ins': 'h-[5.3rem]',
  'kept-offline': 'h-[6.2rem]',
  notifications: 'h-[91.7rem] min-[22rem]:h-[83rem] sm:h-[79.5rem]',
  push: 'h-[5rem] min-[22rem]:h-[3.8rem] sm:h-[3.1rem]',
  emails: 'h-[8.1rem] min-[22rem]:h-[7rem] sm:h-[4.9rem]',
  'muted-stories': 'h-[3rem] sm:h-[1.5rem]',
  'private-feed': 'h-[9.95rem] sm:h-[6.85rem]',
  'your-data': 'h-[32.7rem] min-[22rem]:h-[31.4rem] sm:h-[27.6rem] lg:h-[28.2rem]',
};

export default function Settings() {
  const navigate = useNavigate();
  const hash = useFragment();
  const tab = tabOfHash(hash);
  const select = (id: string) => {
    const first = settingsTabs.find((other) => other.id === id)?.sections[0].id;
    void navigate({ hash: `#${first}` }, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <title>{pageTitle('Settings')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Settings</h1>
      <Tabs
        label="Settings"
        tabs={settingsTabs.map(({ id, title }) => ({ id, label: title, content: <TabSections tab={tab} /> }))}
        value={tab.id}
        onChange={select}
      />
    </>
  );
}

function TabSections({ tab }: { tab: SettingsTab }) {
  const me = useMeQuery();
  const plans = useQuery(plansQuery);
  const hash = useFragment();
  const person = plans.isPending ? undefined : me.data;
  const known = person !== undefined;
  // There until it is known that there are none: most sites have plans, and nothing moves on these.
  const hasPlans = plans.data?.mode !== 'off';
  // Scroll to the URL's section, which has only just been rendered. The first one is in view with its tabs.
  useEffect(() => {
    const section = hash.slice(1);
    if (known && section !== '' && section !== tab.sections[0].id)
      document.getElementById(section)?.scrollIntoView();
  }, [known, hash, tab]);
  if (me.isError && !known) return <QueryState query={me} fallback="Failed to get user data" />;
  return (
    <div className="max-w-2xl">
      {tab.sections
        .filter(({ id }) => id !== 'plan' || hasPlans)
        .map(({ id, title }) => (
          <Section key={id} id={id} title={title}>
            {person === undefined ? (
              <div className={`overflow-hidden ${skeletonHeights[id]}`}>
                <TextSkeleton lines={4} />
              </div>
            ) : (
              <Fragment key={person._id}>{content[id](person)}</Fragment>
            )}
          </Section>
        ))}
    </div>
  );
}

function Appearance() {
  return (
    <div className="space-y-3">
      <p className="text-muted">How Inkling looks on this device. The reading screen has its own themes.</p>
      <div className="max-w-md">
        <ThemeChoice named />
      </div>
    </div>
  );
}
