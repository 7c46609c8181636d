/** What is typed on the contact page, kept for as long as this tab is open: by whom, for people share browsers. */
export interface MessageInput {
  name: string;
  email: string;
  subject: string;
  message: string;
}

const keyOf = (userId: string | null): string => `message:${userId ?? 'visitor'}`;

export function readStoredMessage(userId: string | null): Partial<MessageInput> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

export function storeMessage(userId: string | null, input: MessageInput | null): void {
  try {
    if (input === null) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), JSON.stringify(input));
  } catch {
    // A browser that keeps nothing: the form itself still holds the text.
  }
}
