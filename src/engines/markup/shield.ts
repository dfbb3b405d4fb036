/** What differs per person, `{{firstName|there}}` or a slot of a mail, passes as one letter; so does what looks like one. */
const SHIELDED = /\{\{[^{}\n]*\}\}|\uE000[^\uE000\uE002]*\uE002|[\u{F0000}-\u{FFFFD}]/gu;
const FIRST_SHIELD = 0xf_00_00;
const MOST_SHIELDS = 0xff_fd;

export class Shield {
  readonly #hidden: string[] = [];

  over(text: string): string {
    return text.replaceAll(SHIELDED, (piece) => {
      if (this.#hidden.length > MOST_SHIELDS) return piece.length === 2 ? '' : piece;
      this.#hidden.push(piece);
      return String.fromCodePoint(FIRST_SHIELD + this.#hidden.length - 1);
    });
  }

  /** An address to be judged: what differs per person within it may hold anything. */
  target(url: string): string {
    return url.length === 2 ? this.off(url) : url.replaceAll(/[\u{F0000}-\u{FFFFD}]/gu, 'x');
  }

  off(text: string): string {
    return text.replaceAll(
      /[\u{F0000}-\u{FFFFD}]/gu,
      (sign) => this.#hidden[(sign.codePointAt(0) ?? 0) - FIRST_SHIELD] ?? '',
    );
  }
}
