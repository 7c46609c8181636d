/** Marks a response that came from this device. */
export const offlineHeader = 'x-inkling-kept';
/** The code of a response without a connection to a request for what this device does not keep. */
export const notCachedCode = 'NOT_KEPT';
/** The same, when a proxy responds that the server is down. */
export const unreachableCode = 'UNREACHABLE';
