import type { Me } from '@inkling/contract/account';
import { type ReactNode, useEffect } from 'react';
import { ThemeChoice } from '../../features/frame/theme-choice.tsx';
import { messageOf } from '../../lib/api.ts';
import { getQueryClient } from '../../lib/query.ts';
import { useMeQuery } from '../../lib/session.ts';
import { readToken } from '../../lib/session-store.ts';
import { pageTitle } from '../../lib/titles.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { EmailSection } from './email-section.tsx';
import { LogInsSection, sessionsQuery } from './log-ins-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { Section } from './section.tsx';
import { type SectionId, sections } from './sections.ts';
import { SideList } from './side-list.tsx';
import { TimeZoneSection } from './time-zone-section.tsx';
import { YourDataSection } from './your-data-section.tsx';

export function clientLoader() {
  if (readToken() !== null) void getQueryClient().prefetchQuery(sessionsQuery);
  return null;
}

const content: Record<SectionId, (me: Me) => ReactNode> = {
  profile: (me) => <ProfileSection me={me} />,
  preferences: (me) => <PreferencesSection me={me} />,
  'time-zone': (me) => <TimeZoneSection me={me} />,
  appearance: () => <Appearance />,
  email: (me) => <EmailSection me={me} />,
  password: (me) => <PasswordSection me={me} />,
  'log-ins': () => <LogInsSection />,
  'your-data': (me) => <YourDataSection me={me} />,
};

export default function Settings() {
  const me = useMeQuery();
  const person = me.data;
  const known = person !== undefined;
  // An address with a section in it: the sections are there only now.
  useEffect(() => {
    if (known && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [known]);
  return (
    <>
      <title>{pageTitle('Settings')}</title>
      <h1 className="mb-6 font-serif text-3xl sm:text-4xl">Settings</h1>
      <div className="gap-12 lg:grid lg:grid-cols-[12rem_minmax(0,42rem)]">
        <SideList />
        <div>
          {me.isError && !known && (
            <ErrorState
              message={messageOf(me.error, 'Failed to fetch your settings')}
              onRetry={() => me.refetch()}
            />
          )}
          {!(me.isError && !known) &&
            sections.map(({ id, title }) => (
              <Section key={`${id} ${person?._id ?? ''}`} id={id} title={title}>
                {person === undefined ? <TextSkeleton lines={4} /> : content[id](person)}
              </Section>
            ))}
        </div>
      </div>
    </>
  );
}

function Appearance() {
  return (
    <div className="space-y-3">
      <p className="text-muted">
        Paper is light, Ink is dark. The choice is kept on this device; the reading screen has its own.
      </p>
      <div className="max-w-md">
        <ThemeChoice named />
      </div>
    </div>
  );
}
