/** Environment of a process that returns freed memory. */
export const leanMalloc: Record<string, string>;
/** Arguments and environment of Node for a server. */
export const leanNode: { args: string[]; env: Record<string, string> };
