/** Arguments and environment of Node for a server. */
export const leanNode: { args: string[]; env: Record<string, string> };
