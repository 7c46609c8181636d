// Without Zod, for scripts of the web that need only these.

/** Every error code with its HTTP status, and when it is sent (docs/product/contract.md#errors). */
export const errorStatus = {
  /** A field is missing, malformed or too long, or names something that does not exist. */
  BAD_INPUT: 400,
  /** A change of password or address, or a deletion of the account, with a wrong password (docs/product/account.md). */
  WRONG_PASSWORD: 400,
  /**
   * An emailed link is unknown, used or expired; the message says how to get another
   * (docs/product/account.md#emails).
   */
  RESET_LINK_INVALID: 400,
  /** The same, for a link that verifies an address. */
  VERIFICATION_LINK_INVALID: 400,
  /** A chapter with too few words was to be published (docs/product/chapters.md#words). */
  TOO_SHORT_TO_PUBLISH: 400,
  /**
   * A story without a published chapter was to be published (docs/product/stories.md#publishing) or exported without
   * drafts (docs/product/exports.md).
   */
  NOTHING_PUBLISHED: 400,
  /** An uploaded file is clearly in none of the formats that can be imported (docs/product/imports.md). */
  NOT_A_BOOK: 400,
  /** No token, or one that is unknown or has ended. */
  SIGN_IN_REQUIRED: 401,
  /** A sign-in did not match. */
  WRONG_CREDENTIALS: 401,
  /** The payment for a plan was declined; nothing has changed (docs/product/plans.md#subscribing). */
  PAYMENT_DECLINED: 402,
  /** The person may see this and may not do this to it. */
  NOT_ALLOWED: 403,
  /** A suspended person reads, but does not write (docs/product/measures.md#suspension). */
  SUSPENDED: 403,
  /**
   * A story or chapter that the operator has taken down was to be published; the message has the reason
   * (docs/product/admin.md#takedowns).
   */
  TAKEN_DOWN: 403,
  /**
   * The chat of a chapter that the reader has not reached was to be joined without `anyway`
   * (docs/product/chat.md#rooms).
   */
  FOLDED: 403,
  /**
   * A person whom a community has banned joins, posts, likes or comments; the message has the reason
   * (docs/product/communities.md#bans).
   */
  BANNED: 403,
  /** A person whom the author has muted sends a message to a chat (docs/product/chat.md#the-author). */
  MUTED: 403,
  /** A message to a chat that the author has closed (docs/product/chat.md#the-author). */
  CHAT_CLOSED: 403,
  /**
   * An author with an unverified address tried to publish, on a site with `REQUIRE_VERIFICATION`
   * (docs/product/stories.md#verified-authors).
   */
  VERIFY_EMAIL_FIRST: 403,
  /** A sign-up where no one can sign up, or without an invitation that can be used (docs/product/account.md#registration). */
  REGISTRATION_CLOSED: 403,
  /**
   * A sign-up was received, or a password was right, for an account that an admin has not approved yet, or has refused
   * (docs/product/account.md#registration).
   */
  APPROVAL_PENDING: 403,
  /** Rewards are switched off for this account: nothing is earned or spent (docs/product/rewards.md#the-switch). */
  REWARDS_HIDDEN: 403,
  /** This needs a plan; the message says which (docs/product/plans.md#rights). */
  PLAN_REQUIRED: 403,
  /** An author without a plan has started as many stories as Basic has a month (docs/product/plans.md#stories). */
  PLAN_LIMIT: 403,
  /** It does not exist, or not for this person. */
  NOT_FOUND: 404,
  /** Reserved. */
  METHOD_NOT_ALLOWED: 405,
  /** The headers or the body of a request did not arrive in time (docs/product/http.md#request-limits). */
  REQUEST_TIMEOUT: 408,
  /** The request conflicts with something that has changed in the meantime or exists already. */
  CONFLICT: 409,
  /** The username is in use. */
  USERNAME_TAKEN: 409,
  /** The address is in use. */
  EMAIL_TAKEN: 409,
  /** A genre that stories use, or an image that something else shows, was to be deleted. */
  IN_USE: 409,
  /** The id chosen for something new is in use or was used (docs/product/contract.md#ids-chosen-by-the-client). */
  ID_TAKEN: 409,
  /** A request would make a private community public (docs/product/communities.md#private-communities). */
  STAYS_PRIVATE: 409,
  /** A reward that is paid once, or an achievement that is on the profile already, was to be claimed. */
  ALREADY_CLAIMED: 409,
  /** A quest, mission or achievement that is not complete was to be claimed. */
  NOT_COMPLETED: 409,
  /** A purchase costs more than the balance; the message says what is missing (docs/product/store.md#buying). */
  NOT_ENOUGH: 409,
  /** A person with a plan subscribes to another, or changes to the same (docs/product/plans.md#subscribing). */
  ALREADY_SUBSCRIBED: 409,
  /** An item that one owns once was to be bought again. */
  ALREADY_OWNED: 409,
  /** A purchase can no longer be undone (docs/product/store.md#undo). */
  TOO_LATE: 409,
  /** A chapter was saved elsewhere since it was read (docs/product/chapters.md#saving). */
  TEXT_CHANGED: 409,
  /**
   * A body, file or picture is too large, or a story has the maximum of chapters; with status 431, the headers of a
   * request.
   */
  TOO_LARGE: 413,
  /**
   * The stories of the account hold as much text as allowed (docs/product/stories.md#text-quota), or its library is
   * full (docs/product/library.md#library-entries).
   */
  QUOTA_REACHED: 413,
  /** The body is not JSON, not multipart where a file belongs, compressed, or the file is not an image. */
  WRONG_TYPE: 415,
  /**
   * A limit was reached (docs/product/http.md#rate-limits, docs/product/account.md#failed-sign-ins); `retry-after`
   * has the seconds to wait.
   */
  TOO_MANY_REQUESTS: 429,
  /** A fault of the server; the response contains no internals. */
  INTERNAL: 500,
  /** The database is unavailable or does not respond; `retry-after: 2`. */
  UNAVAILABLE: 503,
  /** The operator has switched on maintenance mode (docs/operating.md#maintenance); with `retry-after`. */
  MAINTENANCE: 503,
  /** Too much at once: locks, a statement that takes too long, or a full queue; with `retry-after`. */
  BUSY: 503,
  /**
   * The disk of the server or of its database is full, or too full for uploads, imports and exports
   * (docs/product/http.md#free-disk-space); with `retry-after`.
   */
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;
