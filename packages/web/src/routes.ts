import { index, prefix, type RouteConfig, type RouteConfigEntry, route } from '@react-router/dev/routes';
import type { LayoutName } from './features/layout/layouts.ts';

/**
 * Assigns pages to a layout by prefixing their route ids; the root picks the layout from that prefix. Layouts are
 * not routes, because each route level costs one more script request (docs/performance.md).
 */
const withLayout = (layout: LayoutName, pages: RouteConfigEntry[]): RouteConfigEntry[] =>
  pages.map((page) => ({ ...page, id: `${layout}/${page.id ?? page.file.replace(/\.tsx$/, '')}` }));

export default [
  ...withLayout('public', [
    index('screens/landing/landing.tsx'),
    route('login', 'screens/login/login.tsx'),
    route('signup', 'screens/signup/signup.tsx'),
    route('forgot-password', 'screens/forgot-password/forgot-password.tsx'),
    route('reset-password/:token?', 'screens/reset-password/reset-password.tsx'),
    route('verify-email/:token?', 'screens/verify-email/verify-email.tsx'),
    route('unsubscribe/:token?', 'screens/unsubscribe/unsubscribe.tsx'),
    route('draft', 'screens/beta-chapter/beta-chapter.tsx'),
    route('terms', 'screens/terms/terms.tsx'),
    route('privacy', 'screens/privacy/privacy.tsx'),
    route('contact', 'screens/contact/contact.tsx'),
    route('about', 'screens/about/about.tsx'),
    route('devices', 'screens/devices/devices.tsx'),
  ]),
  ...withLayout('open', [
    route('story/:storyId', 'screens/story/story.tsx'),
    route('story/:storyId/chapter/:chapterId', 'screens/story-chapter/story-chapter.tsx'),
    route('profile/:username', 'screens/person/person.tsx'),
    route('collection/:id', 'screens/collection/collection.tsx'),
    route('series/:id', 'screens/series/series.tsx'),
    route('store', 'screens/store/store.tsx'),
    route('rankings', 'screens/rankings/rankings.tsx'),
    ...prefix('community', [
      route(':id', 'screens/community/community.tsx'),
      route(':id/invitation', 'screens/community-invitation/community-invitation.tsx'),
      route(':communityId/posts/:postId', 'screens/community-post/community-post.tsx'),
    ]),
  ]),
  // All routes below require a session.
  ...withLayout('member', [
    route('home', 'screens/home/home.tsx'),
    route('library', 'screens/library/library.tsx'),
    route('library/history', 'screens/reading-history/reading-history.tsx'),
    route('library/annotations', 'screens/annotations/annotations.tsx'),
    route('library/fixes', 'screens/fixes/fixes.tsx'),
    route('library/import', 'screens/import-library/import-library.tsx'),
    route('notifications', 'screens/notifications/notifications.tsx'),
    route('inbox', 'screens/inbox/inbox.tsx'),
    route('admin', 'screens/admin/admin.tsx'),
    route('admin/jobs', 'screens/admin-jobs/jobs.tsx'),
    route('admin/mail', 'screens/admin-jobs/emails.tsx'),
    route('admin/people/:id?', 'screens/admin-people/admin-people.tsx'),
    route('admin/takedowns', 'screens/admin-takedowns/admin-takedowns.tsx'),
    route('admin/picks', 'screens/admin-picks/admin-picks.tsx'),
    route('admin/genres', 'screens/admin-genres/admin-genres.tsx'),
    route('admin/storage', 'screens/admin-storage/admin-storage.tsx'),
    route('admin/registration', 'screens/admin-registration/admin-registration.tsx'),
    route('admin/settings', 'screens/admin-settings/admin-settings.tsx'),
    route('admin/log', 'screens/admin-log/admin-log.tsx'),
    route('admin/plans', 'screens/admin-plans/admin-plans.tsx'),
    route('admin/reports/:id?', 'screens/admin-reports/admin-reports.tsx'),
    route('settings', 'screens/settings/settings.tsx'),
    ...prefix('write', [
      index('screens/write/write.tsx'),
      route('trash', 'screens/trash/trash.tsx'),
      route('calendar', 'screens/calendar/calendar.tsx'),
      route('import/:importId', 'screens/review-import/review-import.tsx'),
      route(':storyId', 'screens/write-story/write-story.tsx'),
      route(':storyId/beta-readers', 'screens/story-beta/story-beta.tsx'),
      route(':storyId/bible', 'screens/story-bible/story-bible.tsx'),
      route(':storyId/fixes', 'screens/story-fixes/story-fixes.tsx'),
      route(':storyId/glossary', 'screens/story-glossary/story-glossary.tsx'),
      route(':storyId/replace', 'screens/story-replace/story-replace.tsx'),
    ]),
    route('story/:storyId/people', 'screens/glossary/glossary.tsx'),
    route('discover', 'screens/discover/discover.tsx'),
    route('search', 'screens/search/search.tsx'),
    route('category/:categoryName', 'screens/category/category.tsx'),
    route('profile', 'screens/profile/profile.tsx'),
    route('community', 'screens/communities/communities.tsx'),
    route('rewards', 'screens/rewards/rewards.tsx'),
    route('achievements', 'screens/achievements/achievements.tsx'),
    route('leaderboard', 'screens/leaderboard/leaderboard.tsx'),
    route('store/checkout/:id', 'screens/checkout/checkout.tsx'),
    route('inventory', 'screens/inventory/inventory.tsx'),
    route('analytics', 'screens/analytics/analytics.tsx'),
    route('analytics/story/:storyId', 'screens/story-analytics/story-analytics.tsx'),
    route('analytics/chapter/:chapterId', 'screens/chapter-analytics/chapter-analytics.tsx'),
  ]),
  ...withLayout('editor', [
    route('write/:storyId/chapter/:chapterId', 'screens/write-chapter/write-chapter.tsx'),
  ]),
  ...withLayout('reader', [
    route('reading/:storyId/:chapterId?', 'screens/reading/reading.tsx'),
    route('write/:storyId/chapter/:chapterId/preview', 'screens/preview-chapter/preview-chapter.tsx'),
  ]),
  route('*', 'screens/not-found/not-found.tsx'),
] satisfies RouteConfig;
