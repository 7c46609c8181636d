import { hash } from 'node:crypto';

const newline = 10;

/** Returns a function that cuts chunks of COPY's text format into rows. PostgreSQL escapes the newlines in values. */
export function rowCutter(onRow: (row: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, end);
      onRow(rest.length === 0 ? part : Buffer.concat([...rest, part]));
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  };
}

/**
 * Sums the SHA-256 of each row modulo 2^256, so that the same rows have the same sum in any order: PostgreSQL does not
 * store rows in the order in which they are copied in, partitioned tables least of all.
 */
export function rowSum(): { add: (chunk: Buffer) => void; total: () => bigint } {
  let sum = 0n;
  const add = rowCutter((row) => {
    sum = BigInt.asUintN(256, sum + BigInt(`0x${hash('sha256', row)}`));
  });
  return { add, total: () => sum };
}
