/**
 * The layouts by the first part of a route's id (src/routes.ts). 'editor' is the member layout for writing: small screens
 * show only the text.
 */
const layoutNames = ['public', 'open', 'member', 'editor', 'reader'] as const;
export type LayoutName = (typeof layoutNames)[number];

/** The layout of the route with this id; undefined for a page without one. */
export const layoutOf = (routeId: string): LayoutName | undefined =>
  layoutNames.find((name) => routeId.startsWith(`${name}/`));
