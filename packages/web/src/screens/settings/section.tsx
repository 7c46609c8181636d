import type { ReactNode } from 'react';

/** The tabs of the settings with their sections, in order. */
export const settingsTabs = [
  {
    id: 'you',
    title: 'Profile',
    sections: [
      { id: 'profile', title: 'Profile' },
      { id: 'time-zone', title: 'Time zone' },
    ],
  },
  {
    id: 'reading',
    title: 'Reading',
    sections: [
      { id: 'preferences', title: 'Update Preferences' },
      { id: 'what-you-see', title: 'Content filters' },
      { id: 'appearance', title: 'Appearance' },
      { id: 'rewards', title: 'Rewards' },
      { id: 'devices', title: 'E-readers and apps' },
    ],
  },
  {
    id: 'notify',
    title: 'Notifications',
    sections: [
      { id: 'notifications', title: 'Notifications' },
      { id: 'push', title: 'Push notifications' },
      { id: 'emails', title: 'Emails' },
      { id: 'muted-stories', title: 'Muted stories' },
      { id: 'private-feed', title: 'Feeds' },
    ],
  },
  {
    id: 'account',
    title: 'Account',
    sections: [
      { id: 'email', title: 'Email address' },
      { id: 'password', title: 'Update Password' },
      { id: 'log-ins', title: 'Where you’re signed in' },
      { id: 'plan', title: 'Plan' },
    ],
  },
  {
    id: 'people',
    title: 'People and reports',
    sections: [
      { id: 'blocked-people', title: 'Blocked and muted people' },
      { id: 'your-reports', title: 'Your reports' },
      { id: 'standing', title: 'Your standing' },
    ],
  },
  {
    id: 'data',
    title: 'Offline and data',
    sections: [
      { id: 'kept-offline', title: 'Offline stories' },
      { id: 'your-data', title: 'Your data' },
    ],
  },
] as const;

export type SettingsTab = (typeof settingsTabs)[number];
export type SectionId = SettingsTab['sections'][number]['id'];

/** The tab with the section that a URL's hash names; the first tab for others. */
export const tabOfHash = (hash: string): SettingsTab =>
  settingsTabs.find(({ sections }) => sections.some(({ id }) => `#${id}` === hash)) ?? settingsTabs[0];

/** A section of the settings. A link to the first one of a tab leaves the tabs in view. */
export function Section({ id, title, children }: { id: SectionId; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 border-t border-line py-8 first:scroll-mt-48 first:border-t-0 first:pt-0"
    >
      <h2 id={`${id}-title`} tabIndex={-1} className="mb-4 font-serif text-2xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
