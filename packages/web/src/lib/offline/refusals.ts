/** Why a story could not be kept; its message can be shown to users. */
export class KeepRefused extends Error {}

/** The reader may not, or may no longer, read this story: it leaves the device (docs/product/offline.md#withdrawn). */
export class Unreadable extends KeepRefused {}

/** The message for a reader whose device has no room. */
export const fullMessage = 'There isn’t enough space on this device. Free up some, then try again.';
