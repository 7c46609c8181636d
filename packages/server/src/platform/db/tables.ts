/**
 * All tables of the database. Each feature adds its own in a `*.table.ts` file by declaration merging,
 * so that this file does not grow with every feature.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
