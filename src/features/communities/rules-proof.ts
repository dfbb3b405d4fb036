/** Whether a hash begins with so many zero bits. */
export function hasLeadingZeros(hash: Uint8Array, bits: number): boolean {
  for (let index = 0; index < bits; index += 1) {
    const byte = hash[index >> 3] ?? 0xff;
    if ((byte & (0x80 >> (index & 7))) !== 0) return false;
  }
  return true;
}
