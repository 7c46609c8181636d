/**
 * Every table of the database. Each capability adds its own in its `*.table.ts` by declaration merging,
 * so that no file here grows with every feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
