import { Unzip, UnzipInflate } from 'fflate';

const STEP_BYTES = 64 * 1024;
/** Stored and deflated: all that anybody here unpacks. */
const KNOWN_METHODS: readonly number[] = [0, 8];

/** `unreadable` where something that counts cannot be unpacked here, so that nobody knows how large it would be. */
export type UnpackedSize = 'fits' | 'beyond' | 'unreadable';

/**
 * Whether the files of an archive unpack to more than so many bytes, whatever they say of their size. Nothing is kept:
 * a small archive may unpack to more than the memory there is. What follows a file that cannot be unpacked counts too.
 */
export function weighUnpacked(
  archive: Uint8Array,
  mostBytes: number,
  isCounted: (name: string) => boolean = () => true,
): UnpackedSize {
  let unpacked = 0;
  let isReadable = true;
  const unzip = new Unzip((entry) => {
    if (!isCounted(entry.name)) return;
    if (!KNOWN_METHODS.includes(entry.compression)) {
      isReadable = false;
      return;
    }
    entry.ondata = (error, chunk) => {
      if (error) isReadable = false;
      unpacked += chunk?.length ?? 0;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < archive.length && unpacked <= mostBytes; at += STEP_BYTES) {
    try {
      unzip.push(archive.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= archive.length);
    } catch {
      isReadable = false;
      break;
    }
  }
  if (unpacked > mostBytes) return 'beyond';
  return isReadable ? 'fits' : 'unreadable';
}
