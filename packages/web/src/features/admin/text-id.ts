const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The ids in what was typed or pasted: an id, or the address of a story or chapter, where that of the chapter is the last. */
export const idsIn = (typed: string): string[] => typed.match(uuid) ?? [];
