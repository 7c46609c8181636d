/**
 * What is drawn around a page, by the beginning of its route's id (src/routes.ts). A desk is a member's page to
 * write on: small screens keep their room for the text.
 */
const layoutNames = ['public', 'open', 'member', 'editor', 'reader'] as const;
export type LayoutName = (typeof layoutNames)[number];

/** The frame of the route with this id; undefined for a page that stands alone. */
export const layoutOf = (routeId: string): LayoutName | undefined =>
  layoutNames.find((name) => routeId.startsWith(`${name}/`));
