const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0');

/**
 * A UUIDv7 of this time in milliseconds, for something that the client creates (docs/product/contract.md#ids-chosen-by-the-client).
 * `crypto.randomUUID` makes another version, and is missing on plain HTTP.
 */
export function newId(now: number): string {
  const time = hex(Math.trunc(now), 12);
  const [a = 0, b = 0, ...rest] = crypto.getRandomValues(new Uint16Array(5));
  const variant = 0x8000 | (b & 0x3fff);
  const end = rest.map((part) => hex(part, 4)).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a & 0xfff, 3)}-${hex(variant, 4)}-${end}`;
}

/** The time in a UUIDv7, in milliseconds. */
export const timeOfId = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
