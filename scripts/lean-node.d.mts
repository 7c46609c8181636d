/** Arguments and environment of a Node that is to serve. */
export const leanNode: { args: string[]; env: Record<string, string> };
