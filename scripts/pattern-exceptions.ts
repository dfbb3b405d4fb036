/**
 * Patterns that may take time that grows with the square of their text, each file with what bounds that text. A pattern that
 * meets longer text has to be made linear instead.
 */
export const PATTERN_EXCEPTIONS: Readonly<Record<string, { reason: string; patterns: readonly string[] }>> = {
  'src/app/demo/posts.ts': {
    reason: 'Text of the demo, which stands in the program.',
    patterns: [String.raw`/\{([^}]+)\}/g`],
  },
  'src/app/static-files.ts': {
    reason: 'The built page of the product.',
    patterns: [String.raw`/<style>(.*?)<\/style>/gs`],
  },
  'src/app/web/shell/navigation.tsx': {
    reason: "Runs in the reader's own browser, over addresses and headers.",
    patterns: [String.raw`/(.)\/+$/`],
  },
  'src/embeds/community.ts': {
    reason: "Runs in the reader's own browser, over addresses and headers.",
    patterns: [String.raw`/(https?:\/\/[^\s<>"'${'`'}]+[^\s<>"'${'`'}.,;:!?)\]])/gi`],
  },
  'src/engines/answers/cited.ts': {
    reason: "A visitor's question of 4,000 characters, an answer of a model, or one sentence of them.",
    patterns: [
      String.raw`/\s*\[\s*\d{1,2}(?:\s*[,;]\s*\d{1,2})*\s*\]/g`,
      String.raw`/^[("'“‘]+|[)"'”’.,;:!?]+$/g`,
      String.raw`/!?\[([^\]]*)\]\([^)]*\)/g`,
      String.raw`/\s+([.!?,;:])/g`,
    ],
  },
  'src/engines/answers/concepts.ts': {
    reason: "A visitor's question of 4,000 characters, an answer of a model, or one sentence of them.",
    patterns: [String.raw`/(\p{L}{3,})-free\b/gu`],
  },
  'src/engines/answers/question.ts': {
    reason: "A visitor's question: 4,000 characters.",
    patterns: [
      String.raw`/[,;.]?\s*(?:(?:is|was) (?:that|this|it) )?(?:still |really |actually )?(?:correct|right|true|so|the case|up to date|accurate|valid|wrong)(?: (?:now|today|still))?\s*\?+\s*$/`,
      String.raw`/["“][^"”]*["”]/g`,
    ],
  },
  'src/engines/answers/relief.ts': {
    reason: "A visitor's question: 4,000 characters.",
    patterns: [
      String.raw`/\b(?:do|does|did|will|would|can|could|may|might) (?!(?:you|we|they|i|he|she|u|somebody|someone|anybody|anyone)\b)[^?.!;]*$/`,
      String.raw`/\b(?:which|what|that|whether|if)\b[^?.!;]*$/`,
    ],
  },
  'src/engines/answers/sums.ts': {
    reason: "A visitor's question of 4,000 characters, an answer of a model, or one sentence of them.",
    patterns: [
      String.raw`/\p{L}+(?: and| plus| &| as well as| together with| along with| und| y|,(?= (?:one|an?|another|\d)\b)) (?!(?:how|what|when|where|who|which|why|is|are|do|does|can|could|will|would|should|i|we|you|if|has|have|in|for|please|thanks|thank|wie|was|como)\b)[\p{L}\d]+/gu`,
    ],
  },
  'src/engines/writing/brief.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/[.!;,\s]+$/`,
      String.raw`/^([^:]{3,60}):\s+(.+)$/`,
      String.raw`/[.!]+$/`,
      String.raw`/^([^()]+?)\s*\(([^()]+)\)$/`,
      String.raw`/[.!\s]+$/`,
      String.raw`/^([\p{L}][\p{L} -]{1,24})\s*:\s+(.+)$/u`,
      String.raw`/\s+and\s+(?=(?:the|our|a|an)\s)/i`,
    ],
  },
  'src/engines/writing/compose.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/^\s*(?:angebot|datum|uhrzeit|ort|preis|wann|wo|termin|eintritt|thema|veranstaltung):/im`,
    ],
  },
  'src/engines/writing/fields.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/(?:https?:\/\/|www\.)\S+|(?<![\w@.])[a-z0-9-]{2,40}(?:\.[a-z0-9-]{2,30}){0,2}\.(?:com|org|net|io|de|co|eu|uk|example|health|app|shop|info)(?:\/[^\s,;]*)?(?![\w@])/i`,
      String.raw`/^(?:(?:contact|call|phone|tel|telephone|email|e-mail|mail|(?:questions?|enquiries|orders)(?: go)? to|kontakt|telefon|help desk at)[.:]?\s+)?(?:(?:us|at|under|unter)\s+)?(\S+@\S+|\+?\d[\d ().-]{5,18}\d)$/i`,
      String.raw`/[,\s]+$/`,
      String.raw`/[.,;)]+$/`,
    ],
  },
  'src/engines/writing/head.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/^(?:tell|inform|update|remind|let) [^:,.]{2,50}?(?: know)? (about|of|that)\s+(.+)$/i`,
      String.raw`/^(?:announce|introduce|promote|present|offer|advertise|launch|share|invite (?:[\w'’]+ ){1,3}?to)\s+(.+)$/i`,
      String.raw`/^(explain|describe|debunk|compare|summarise|summarize)\s+(.+)$/i`,
      String.raw`/^(?:announce|share|explain|say|mention|note) that\s+(.+)$/i`,
      String.raw`/^(to [^:]{1,200})(?::\s*(.*))?$/is`,
      String.raw`/^([^:]*?):(?:\s+|$)(.*)$/s`,
      String.raw`/\s+in (?:under |at most |about )?\d+ words/i`,
    ],
  },
  'src/engines/writing/limits.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/[.!]+$/`,
      String.raw`/\b(?:no|without|not?|keine?|ohne|don['’]t mention)\b.*\b(?:prices?|preise)\b/i`,
      String.raw`/\b(?:no|without|keine?|ohne)\b.*\b(?:links?|web addresse?s?|urls?)\b/i`,
    ],
  },
  'src/engines/writing/phrase-kinds.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/[.!\s]+$/`],
  },
  'src/engines/writing/refine-steps.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/(\d+):(\d\d)\]\s[^[\]]*$/`,
      String.raw`/[.,]*$/`,
      String.raw`/\s*\n\s*/`,
      String.raw`/\s*(?<![\w/])#\p{L}[\w]*/gu`,
    ],
  },
  'src/engines/writing/refine.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/(?:,\s*|\s+)(?:and|then|and then|und)\s+(?=(?:make|cut|keep|add|remove|drop|delete|change|replace|swap|mention|use|no|turn|take|sign|shorten|write)\b)/i`,
      String.raw`/(?<!["”])[.!]+$/`,
      String.raw`/,?\s+please$/i`,
      String.raw`/\s*(?<![\w/])#\p{L}[\w]*/gu`,
    ],
  },
  'src/engines/writing/contradiction.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/\b(?:no|without|free (?:of|from)|not any|zero)\s+([\p{L}]+)|([\p{L}]{4,})[- ]free\b(?! (?:of|from))/giu`,
    ],
  },
  'src/engines/writing/document.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/^\s*\**subject\**\s*:\s*(.*)$/i`],
  },
  'src/engines/writing/mail-words.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/\s*\n\s*/g`],
  },
  'src/engines/writing/sentences.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/[,;:\s]+$/`],
  },
  'src/features/access/server/auth-library.ts': {
    reason: 'Addresses that the operator sets.',
    patterns: [String.raw`/\/+$/`],
  },
  'src/features/agents/server/widget-files.ts': {
    reason: 'Scripts of the product, read once at the start.',
    patterns: [String.raw`/^\s*(\/\/|\/\*\*|\*).*$/gm`],
  },
  'src/features/knowledge/server/reading/pdf-text.ts': {
    reason: 'Lines of 60 characters.',
    patterns: [
      String.raw`/^\P{L}*(?:(?:page|seite|p[áa]gina|p)\b\.? ?)?\d+(?: ?(?:of|von|de|\/) ?\d+)?\P{L}*$/iu`,
    ],
  },
  'src/features/campaigns/rules-compose.ts': {
    reason: 'A message that members write or a model proposes: 20,000 characters.',
    patterns: [String.raw`/^subject:\s*(.+)$/im`, String.raw`/[.!\s]+$/`],
  },
  'src/features/campaigns/rules-facts.ts': {
    reason: 'A message that members write or a model proposes: 20,000 characters.',
    patterns: [String.raw`/[“"„«]([^”"“»]+)[”"“»]/gu`],
  },
  'src/features/campaigns/rules-personal.ts': {
    reason: 'A message that members write or a model proposes: 20,000 characters.',
    patterns: [String.raw`/[“"„«][^”"“»]+[”"“»]/gu`],
  },
  'src/features/tracking/rules-utm.ts': {
    reason: 'A message that members write or a model proposes: 20,000 characters.',
    patterns: [String.raw`/-+$/`],
  },
  'src/features/mail/server/composition.ts': {
    reason: 'A message that members write or a model proposes: 20,000 characters.',
    patterns: [
      String.raw`/( (?=\uE000[^\uE002]*\uE002[,.;:!?]))?\uE000([^\uE001]*)\uE001([^\uE002]*)\uE002( ?)/g`,
      String.raw`/(?:^|\n\n|<p\b[^>]*>\n)\uE000([^\uE001]*)\uE001\uE002 ?(?:(?<=^\uE000[^\uE002]*\uE002 ?)\n\n|(?=\n\n|$)|\n<\/p>)/g`,
      String.raw`/\uE000landingPage\uE001[^\uE002]*\uE002/g`,
      String.raw`/^([^\n]{20,}?) (?=\uE000link:)/gm`,
    ],
  },
  'src/features/mail/server/mail-html.ts': {
    reason: 'A message that members write or a model proposes: 20,000 characters.',
    patterns: [String.raw`/<link rel="preload"[^>]*>/g`, String.raw`/<(?:a|img) [^>]*>/g`],
  },
  'src/features/campaigns/web/campaign-words.ts': {
    reason: "Runs in the reader's own browser, over addresses and headers.",
    patterns: [String.raw`/[?#].*$/`],
  },
  'src/features/communities/rules-moderation.ts': {
    reason: 'A link of 1,000 characters at most, taken from a post of 10,000.',
    patterns: [
      String.raw`/[\s/.,;:!?)\]]+$/`,
      String.raw`/(?:^|[.!\n])[^\S\n]*(?:how|what|which|where|when|who|why|can|could|does|do|did|is|are|should|would|has|have|any(?:one|body)|looking for|please recommend)\b/iu`,
    ],
  },
  'src/features/communities/rules.ts': {
    reason: 'A link of 1,000 characters at most, taken from a post of 10,000.',
    patterns: [String.raw`/[.,;:!?)\]]+$/`],
  },
  'src/features/communities/server/community-script.ts': {
    reason: 'Scripts of the product, read once at the start.',
    patterns: [String.raw`/^\s*\/\/.*$/gm`, String.raw`/^\s*\/\*\*.*\*\/$/gm`],
  },
  'src/features/communities/web/linked-text-view.tsx': {
    reason: "Runs in the reader's own browser, over addresses and headers.",
    patterns: [String.raw`/(https?:\/\/[^\s<>"'${'`'}]*[^\s<>"'${'`'}.,;:!?)\]])/gi`],
  },
  'src/features/compliance/rules-findings.ts': {
    reason: 'One sentence, or a text of 20,000 characters that a member writes.',
    patterns: [String.raw`/[^.!?\n]*$/`],
  },
  'src/features/compliance/rules-required.ts': {
    reason: 'One sentence, or a text of 20,000 characters that a member writes.',
    patterns: [String.raw`/[.,;:!?'’]+$/`],
  },
  'src/features/content/rules-channels.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/^\s*\[(\d+:\d\d)\s*[-–]\s*\d+:\d\d\]\s*(.*)$/`],
  },
  'src/features/content/rules-diff.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/\S*[\p{L}\p{N}]\S*/gu`],
  },
  'src/features/content/rules-merge-fields.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/\{\{\s*([^{}|]*?)\s*(?:\|([^{}]*))?\}\}/g`],
  },
  'src/features/content/rules-pages.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/^\s*(?:#{1,3}\s+.*|\*\*[^*]+\*\*:?)\s*$/`,
      String.raw`/^-+|-+$/g`,
      String.raw`/^[^\s@<>"',;:()]+@[^\s@<>"',;:()]+\.[^\s@<>"',;:()]{2,}$/`,
    ],
  },
  'src/features/content/rules.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/^\s*\d+\. /m`,
      String.raw`/[\p{L}\p{N}{}$€£@.'’/%-]*[\p{L}\p{N}][\p{L}\p{N}{}$€£@.'’/%-]*/gu`,
      String.raw`/^\s*\**Subject\**\s*:\s*(.*)$/im`,
      String.raw`/^\s*[-•*] /m`,
    ],
  },
  'src/features/content/server/page-visits.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/[/?#].*$/`],
  },
  'src/features/content/server/writing.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/\s*\S+\s*$|\s*\S+/g`],
  },
  'src/features/leads/rules-accounts.ts': {
    reason: 'Addresses of accounts: 2,000 characters.',
    patterns: [String.raw`/\/+$/`],
  },
  'src/features/uploads/rules.ts': {
    reason: 'Addresses of 1,000 characters.',
    patterns: [String.raw`/[?#].*$/`],
  },
  'src/platform/config.ts': {
    reason: 'Addresses that the operator sets.',
    patterns: [String.raw`/\/+$/`],
  },
  'src/providers/enrichment/address-checks.ts': {
    reason: 'An address of 254 characters.',
    patterns: [String.raw`/\+.*$/`],
  },
  'src/providers/mail/dkim.ts': {
    reason: 'A mail of ours, of 20,000 characters of content.',
    patterns: [String.raw`/[ \t]+\r\n/g`, String.raw`/[ \t]+$/`],
  },
  'src/ui/calls/call-api.ts': {
    reason: "Runs in the reader's own browser, over addresses and headers.",
    patterns: [String.raw`/^data: (.*)$/m`, String.raw`/<([^>]*)>/`],
  },
  'src/ui/calls/kept-keys.ts': {
    reason: "Runs in the reader's own browser, over addresses and headers.",
    patterns: [String.raw`/.*\/([^/]+)\/([\da-f]{8}-[\da-f-]{27})/`],
  },
};

/**
 * The same for files that put slow patterns together from data while they are loaded: what bounds their text. An
 * exponential pattern has no exception.
 */
export const BUILT_EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/engines/answers/rating.ts': 'A match begins at a number and spans three words, which hold no digit.',
  'src/engines/replies/opt-out-roles.ts':
    'A sentence of a reply. Replies of 400,000 characters are read in tests/security/patterns.test.ts.',
  'src/engines/replies/own-words.ts': 'Lines of 400 characters, each white space once.',
  'src/engines/replies/patterns.ts':
    'A sentence of a reply. Replies of 400,000 characters are read in tests/security/patterns.test.ts.',
  'src/engines/safety/judge.ts': "A visitor's message of 4,000 characters, or a post of 10,000.",
  'src/engines/writing/fields.ts': 'A phrase of at most 300 characters, or a sentence of a brief of 4,000.',
  'src/engines/writing/head.ts': 'A phrase of at most 300 characters, or a sentence of a brief of 4,000.',
  'src/kit/csv.ts':
    'A match begins after a separator and ends before the next one. Cells are read in the same test.',
};
