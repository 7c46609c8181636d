/**
 * Routes in the specification whose screens are not built yet: the last part of the route id, and the screen's
 * name. This list only shrinks; the route test compares it with routes.ts.
 */
export const pendingScreens: Record<string, string> = {
  analytics: 'Analytics',
};
