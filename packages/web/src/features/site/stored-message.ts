/** Input of the contact form, stored per user until the tab is closed, since people share browsers. */
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
    // Without storage, the form itself still has the text.
  }
}
