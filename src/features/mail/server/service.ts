export {
  type Composition,
  composeBlocks,
  composeNotice,
  composeStep,
  fillSlots,
  HIDDEN_TOKEN,
  hasSlotOf,
  type Lookup,
  linkTargets,
  type MessageLinks,
  messageLookup,
  NOTICE_SLOT_START,
  ownPage,
  readersLookup,
  slotPieces,
  withoutPixel,
} from './composition.ts';
export type { PictureInMail } from './mail-html.ts';
export { createMailTemplate, type MailTemplate, messageIdHeader } from './mail-template.ts';
export { type From, parseSender, resolveSender, type Sender } from './sender.ts';
