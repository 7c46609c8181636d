import { path } from './paths.ts';

/** The paths of pages for admins below `paths.admin`, which no other page loads. */
export const adminPaths = {
  adminEmails: '/admin/mail',
  adminJobs: '/admin/jobs',
  adminStorage: '/admin/storage',
  /** Stories and chapters that are taken down. */
  adminTakedowns: '/admin/takedowns',
  /** The lists of stories that admins pick. */
  adminPicks: '/admin/picks',
  adminGenres: '/admin/genres',
  adminPeople: (id?: string) => (id ? path`/admin/people/${id}` : '/admin/people'),
  /** People’s plans and gifts. */
  adminPlans: '/admin/plans',
  /** Who can sign up, invitations, and people waiting for an account. */
  adminRegistration: '/admin/registration',
  /** What can be set while the site runs. */
  adminSettings: '/admin/settings',
  /** What was decided and administered. */
  adminLog: '/admin/log',
};
