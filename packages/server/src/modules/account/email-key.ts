/** The form in which two email addresses are compared. */
export const emailKey = (email: string): string => email.toLowerCase();
