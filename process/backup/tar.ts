/**
 * The block size of a tar archive, in bytes: a header takes one block, and contents are padded with zeros to whole
 * blocks.
 */
export const block = 512;

/** Size of an entry's content in the archive, in bytes. */
export const padded = (size: number): number => Math.ceil(size / block) * block;

const largestOctal = 0o77777777777;

/**
 * The header of a file in a POSIX tar archive (ustar). Sizes over 8 GiB are written in binary, a GNU tar extension that
 * all implementations read.
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06
 */
export function tarHeader(name: string, size: number, modifiedAt: Date): Buffer {
  const header = Buffer.alloc(block);
  header.write(name, 0, 100, "ascii");
  header.write("0000600\0" + "0000000\0" + "0000000\0", 100, "ascii");
  if (size <= largestOctal) header.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "ascii");
  else {
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(
    `${Math.floor(modifiedAt.getTime() / 1000)
      .toString(8)
      .padStart(11, "0")}\0`,
    136,
    "ascii",
  );
  header.write("        0", 148, "ascii");
  header.write("ustar\0" + "00", 257, "ascii");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  return header;
}
