/**
 * What is drawn around a page, by the beginning of its route's id (src/routes.ts). A desk is a member's page to
 * write on: small screens keep their room for the text.
 */
const frameNames = ['public', 'open', 'member', 'desk', 'reader'] as const;
export type FrameName = (typeof frameNames)[number];

/** The frame of the route with this id; undefined for a page that stands alone. */
export const frameOf = (routeId: string): FrameName | undefined =>
  frameNames.find((name) => routeId.startsWith(`${name}/`));
