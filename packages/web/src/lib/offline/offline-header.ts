/** Marks a response that came from this device. */
export const offlineHeader = 'x-inkling-kept';
