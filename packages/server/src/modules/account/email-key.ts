/** An email address normalized for comparison. */
export const emailKey = (email: string): string => email.toLowerCase();
