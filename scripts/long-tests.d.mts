/** Paths and globs below packages/server/src. */
export const longTests: string[];
