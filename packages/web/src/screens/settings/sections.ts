/** The sections of the settings, in order. */
export const sections = [
  { id: 'profile', title: 'Profile' },
  { id: 'preferences', title: 'Update Preferences' },
  { id: 'what-you-see', title: 'Content filters' },
  { id: 'rewards', title: 'Rewards' },
  { id: 'plan', title: 'Plan' },
  { id: 'blocked-people', title: 'Blocked and muted people' },
  { id: 'your-reports', title: 'Your reports' },
  { id: 'standing', title: 'Your standing' },
  { id: 'time-zone', title: 'Time zone' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'email', title: 'Email address' },
  { id: 'password', title: 'Update Password' },
  { id: 'log-ins', title: 'Where you’re signed in' },
  { id: 'kept-offline', title: 'Kept offline' },
  { id: 'private-feed', title: 'Private feed' },
  { id: 'your-data', title: 'Your data' },
] as const;

export type SectionId = (typeof sections)[number]['id'];
