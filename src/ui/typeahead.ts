import { foldText } from '#kit/text.ts';

const PAUSE_MS = 500;

type Option = { label: string; isDisabled?: boolean };

/** Finds an option by what is typed; a pause begins anew. */
export class Typeahead {
  #typed = '';
  #lastAt = 0;

  get isTyping(): boolean {
    return this.#typed !== '' && Date.now() - this.#lastAt < PAUSE_MS;
  }

  /** The index of the option that begins with what has been typed, looking on from `from`; −1 for none. */
  find(key: string, options: readonly Option[], from: number): number {
    const isGoingOn = this.isTyping;
    this.#typed = (isGoingOn ? this.#typed : '') + foldText(key);
    this.#lastAt = Date.now();
    const letter = this.#typed.charAt(0);
    const isRepeated = this.#typed === letter.repeat(this.#typed.length);
    // The same letter again goes to the next one that begins with it.
    const wanted = isRepeated ? letter : this.#typed;
    const start = isRepeated ? from + 1 : Math.max(from, 0);
    const order = options.map((_, index) => (start + index) % options.length);
    return order.find((index) => isMatch(options[index], wanted)) ?? -1;
  }
}

function isMatch(option: Option | undefined, wanted: string): boolean {
  return option !== undefined && !option.isDisabled && foldText(option.label).startsWith(wanted);
}
