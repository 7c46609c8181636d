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
      { id: 'private-feed', title: 'Private feed' },
      { id: 'your-data', title: 'Your data' },
    ],
  },
] as const;

export type SettingsTab = (typeof settingsTabs)[number];
export type SectionId = SettingsTab['sections'][number]['id'];

/** The tab with the section that a URL's hash names; the first tab for others. */
export const tabOfHash = (hash: string): SettingsTab =>
  settingsTabs.find(({ sections }) => sections.some(({ id }) => `#${id}` === hash)) ?? settingsTabs[0];
