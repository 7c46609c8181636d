/** The room of all connections of a person, which each joins by itself. */
export const personRoom = (userId: string): string => `person ${userId}`;
