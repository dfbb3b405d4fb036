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
  'src/features/content/rules-brief.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/^[\s,;:.]+|[\s,;:]+$/g`,
      String.raw`/^(?:it|this) (?:all )?(?:about|on)\s+(.+)$/i`,
      String.raw`/^(?:please\s+)?(?:(?:can|could) you\s+)?(?:write|draft|create|compose|make|generate|prepare|start|begin|go(?: ahead)?|give me)\b(?:(?!\b(?:about|for|on|that|saying|to|with)\b)[^:])*(?:\b(?:draft|version|content|it|this|text|e?-?mail|post|copy|one|flyer|script|newsletter|ad)\b)?(?:\s+(?:from|for|based on|with|about|on)\s+(?:the|my|these|this)\s+(?:requirements?|brief|above|notes|session))?[.!]?$/i`,
      String.raw`/[,;]?\s*(?:(?:that|which|and)\s+)?(?:never|don['’]t|do not|does not|without|avoid|not)\s+(?:us\w+|say\w*|mention\w*|writ\w+|contain\w*)?\s*(?:the\s+)?words?\s+((?:["“'][^"”']+["”'](?:\s*(?:,|or|and)\s*)?)+)/gi`,
      String.raw`/["“']([^"”']+)["”']/g`,
      String.raw`/\b(?:introducing|announcing|presenting|explaining|showing)\s+(.+)$/i`,
      String.raw`/[.\s]+$/`,
      String.raw`/^(?:ask|invite|remind|encourage|urge|request) (?:them|people|readers|customers|members|everybody|everyone|the \w+)?\s*(?:to|that they)\s+(.+)$/i`,
      String.raw`/\s+and\s+(?=(?:to )?(?:request|reply|answer|call|write|book|bring|send|use|ask|order|come)\b)/i`,
      String.raw`/\s+to (?:our|the|all) [\w ]+?(?=,|$)/i`,
      String.raw`/[$€£]?\d[\w:.,/%-]*\w|\d|\S+@\S+\w|\w[\w-]*\.\w+\/\S*\w/g`,
      String.raw`/[.!?]+$/`,
    ],
  },
  'src/features/content/rules-channels.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/^\s*\[(\d+:\d\d)\s*[-–]\s*\d+:\d\d\]\s*(.*)$/`],
  },
  'src/features/content/rules-compose.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/[.!?]+$/`,
      String.raw`/\([^)]*\)/g`,
      String.raw`/\b(?:of|about) (.+)$/i`,
      String.raw`/\s+(?:a|an|the|of|for|to|in|on|at|by|with|from|and|or|but|our|your|is|are|that|who|which|as|about|its|their|be|only|if|when)$/i`,
      String.raw`/\s*\([^)]*\)?/g`,
      String.raw`/[.!?,;:]+$/`,
      String.raw`/[,;:(]+$/`,
      String.raw`/^(\S+\s+\S+.*?)\s+(?:at|in|on|for|of|from|with|by|to|about)\s+(?:\S+\s*){1,3}$/i`,
      String.raw`/[,;:]+$/`,
      String.raw`/\s+(?:and|with)\s+/`,
      String.raw`/ +\n/g`,
    ],
  },
  'src/features/content/rules-diff.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/\S*[\p{L}\p{N}]\S*/gu`],
  },
  'src/features/content/rules-form.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/^(?:(?:please|also|and)\s+)*(?:(?:include|add|insert|put in)|(?:end|finish|close|start|open|begin)(?:s|ing)? (?:with|on))\s+(.+)$/i`,
      String.raw`/^(?:(?:keep|make) (?:it|the tone|the text)\s+|(?:the )?(?:tone|voice|style)\s*(?:is|should be|:)?\s*|be\s+|sound\s+)?(?:(?:in|an?|very|rather|quite|slightly|and|but)\s+)*([a-z]+)(?: (?:in )?(?:tone|voice|style))?$/i`,
      String.raw`/[.!]+$/`,
      String.raw`/(?:^|[,;]?\s+)(?:and |but |with )?(?:no|without|avoid|skip)\s+(?:any\s+)?exclamation (?:marks?|points?)\b/gi`,
      String.raw`/(,\s*(?:and\s+|but\s+)?|;\s*|(?<!\b(?:end|finish|close|conclude|start|open|begin)(?:s|ing|es)?)\s+with\s+|\s+(?:and|but)\s+)/i`,
      String.raw`/,?\s*\b(?:in|under|below|within|max\.?|maximum|at most|up to|about|around|roughly|of)?\s*(\d{1,4})\s+words(?:\s+(?:max(?:imum)?|at most|or (?:less|fewer)))?\b/i`,
      String.raw`/,?\s*\bheadings? for (?:each|every)(?: \w+)?/i`,
      String.raw`/,?\s*\b(?:in )?(?:the )?first person\b/i`,
      String.raw`/,?\s*\b(?:include|with|add)? ?a (?:tiny|small|little|light) joke\b/i`,
      String.raw`/,?\s*\b(?:of|for|in|about)?\s*(?:about )?(\d{1,3})[- ]?(?:seconds?|secs?)\b/i`,
      String.raw`/,?\s*\b(?:in a (?:friendly|calm|light|warm|serious|plain) (?:way|voice|tone)|(?:spoken|plain) style|(?:warm|calm|friendly|plain) (?:voice|words|tone)|\(?describe carefully,?\s*|short paragraphs?)\b/gi`,
    ],
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
  'src/features/content/rules-question.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/[.,;]+$/`,
      String.raw`/["“]([^"”]+)["”]|^([^"“]+\?)$/`,
      String.raw`/\s*\b(?:at|in|to|for|as) (?:the |an? )?(?:very )?(?:end|close|closing|closer|bottom|last (?:line|sentence)|start|beginning|top|opening|finish)\b/gi`,
      String.raw`/^(?:about|on|regarding|concerning)\s+(?!(?:whether|if|what|how|which|when|where|why|who)\b)(.+)$/i`,
      String.raw`/[.!?\s]+$/`,
      String.raw`/[.!?]+$/`,
      String.raw`/\s*[,;:(]|\s+(?:on|at|in|with|for|from|until|by|that|which|who|when|where|to|and)\s+/i`,
      String.raw`/^(an?|the|our|your|this|these|my|a new)\s+(.+)$/i`,
      String.raw`/(?:^|\n)\s*\[\d+:\d\d[^\]]*\][^\n]*$/`,
    ],
  },
  'src/features/content/rules-refine-add.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/[,;]?\s*\b(?:without|but no|while keeping|keeping)\b.*$/i`,
      String.raw`/\s+and nothing else$/i`,
      String.raw`/\b(?:button|link) (?:label|text)\b|\blabel\b.*\bbutton\b/i`,
      String.raw`/^(?:an? |one |another )?(?:short |single |brief |one-line )?(?:sentence|line|word|note|remark|paragraph|bullet|point|hint|reminder|warning|example|mention)s?\s+(?:about|on|for|saying|that says|that|of|from|to)\s+(.+)$/i`,
      String.raw`/^that\s+(.+)$/i`,
      String.raw`/\s+(?:at|in|near|to) the (?:very )?(?:end|start|beginning|top|bottom|close|middle)\b.*$/i`,
      String.raw`/^(?:that|saying(?: that)?|which says(?: that)?|:)\s*(.+)$/i`,
      String.raw`/^(?:about|on|with)\s+(?!an?\s)(.+)$/i`,
      String.raw`/\s+as (?:the|an) alternative$/i`,
      String.raw`/\s+at the (?:end|start|beginning|top|bottom)$/i`,
      String.raw`/\s+and\s+(?=(?:the|an?|our|your|that)\s)/gi`,
      String.raw`/^(?:the |an? |our )?(.+?)\s*\(([^)]+)\)$/`,
      String.raw`/^(?:the )?(date|word|words|phrase|phone number|number|time|price|address|name|code|email|e-mail address|place|city|day|telephone)\s+(.+)$/i`,
      String.raw`/^(?:the |a |an |our )?(?:(?:[\w-]+ )?(date|day|deadline)(?: of| is|:)?\s+)?(?:on )?(.+)$/i`,
      String.raw`/\bfor\s+((?:people|those|anybody|anyone|everybody|everyone|guests|members|readers|beginners|parents|families)\b.*)$/i`,
      String.raw`/(?<![#\w@.])([A-Za-z]{4,})(?![\w@.]*@)/g`,
    ],
  },
  'src/features/content/rules-refine-desk.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/["“]([^"”]+)["”]|(?<![\p{L}])['‘]([^'’]+)['’](?![\p{L}])/u`,
      String.raw`/\b[\w-]+(?:\.[\w-]+)+(?:\/[\w\-./]*)?|\S+@\S+\.\w+|\b\d{3}-\d{4}\b/`,
      String.raw`/ +([.,;!?])/g`,
      String.raw`/[.!?]+$/`,
      String.raw`/\s+(?:a|an|the|of|for|to|in|on|at|by|with|and|or|that|is|are|our|your)$/i`,
      String.raw`/[,;:]+$/`,
    ],
  },
  'src/features/content/rules-refine-length.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/[$€£]?\d[\w:.,/-]*|\S+@\S+|\w+\.\w+\/\S*/g`],
  },
  'src/features/content/rules-refine-order.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/,?\s+(?:and|but)\s+keep\b.*$/i`,
      String.raw`/,\s*keep(?:ing)?\b.*$/i`,
      String.raw`/\s+(?:instead of|rather than|not)\s+/i`,
      String.raw`/^(.+?)\s*\(([^)]+)\)$/`,
      String.raw`/\bexample\b[^(]*(?:\(([^)]+)\))?/i`,
    ],
  },
  'src/features/content/rules-refine-remove.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/\s+(?:if (?:it|they)(?:['’]s| is| are)? (?:there|in it|present)|entirely|altogether|completely|please)$/i`,
      String.raw`/,?\s+if it['’]s there.*$/i`,
      String.raw`/\s*\p{Extended_Pictographic}\uFE0F?/gu`,
      String.raw`/\s*#\w+/g`,
      String.raw`/\s*(?:at |on |via )?(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+\/?[\w\-./]*/g`,
      String.raw`/[\s,;:-]+$/`,
    ],
  },
  'src/features/content/rules-refine-shape.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/^(.{8,}?)(?:;|,?\s+and)\s+(.{8,})$/`],
  },
  'src/features/content/rules-refine-titles.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/[.!?]+$/`, String.raw`/\s+(?:number|no\.?|code)$/i`],
  },
  'src/features/content/rules-refine-voice.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [String.raw`/\s*\p{Extended_Pictographic}\uFE0F?/gu`],
  },
  'src/features/content/rules-refine.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
      String.raw`/[.!,;\s]+$/`,
      String.raw`/\b(?:subject)\b.*?\b(?:below|under|at most|max(?:imum)?|within|less than)\s*(\d+)\s*(?:characters|chars|letters)/i`,
      String.raw`/[:,]?\s*for (?:people on )?(?:a |the )?(?:phone|mobile|small screen)s?[:,]?/i`,
      String.raw`/^[\s,:;]+|[\s,:;]+$/g`,
      String.raw`/\b(?:put|move|place|bring|use|get)\s+(.+?)\s+(?:in|into|to|as|up in)\s+(?:the |a |an )?subject(?: line)?\b/i`,
      String.raw`/\b(?:another|other|new|different|better|fresh|alternative|shorter)\b.*\bsubject(?: line)?\b|^(?:change|rewrite|replace|swap) the subject(?: line)?$/i`,
      String.raw`/\bheadline\b.*\b(?:question mark|question)\b|\b(?:question)\b.*\bheadline\b/i`,
      String.raw`/\bfirst paragraph\b.*\b(?:one|a single) sentence\b/i`,
      String.raw`/\b(?:sound|read|look)s? (?:like|as if) (?:a |an |the |some)?(?:person|somebody|someone|one|human)?\s*(?:of us )?(?:from|in|at|of) (the [\w -]+?|our [\w -]+?)(?:\s+(?:wrote|had written|writes|was writing)\b.*|$)/i`,
      String.raw`/^(?:cut|remove|drop|delete|take out)\s+(.+?)\s+and (?:replace|swap) (?:it|them|that) (?:with|by|for)\s+(.+)$/i`,
      String.raw`/^(?:swap|replace|change|exchange|substitute|turn|convert)\s+(?:out )?(.+?)\s+(?:for|with|by|to|into|in)\s+(.+)$/i`,
      String.raw`/^(?:it|them|that)\s+(?:with|by|for)\s+(.+)$/i`,
      String.raw`/^(?:remove|cut|delete|drop|lose|take out|take away|leave out|get rid of|strip|omit)\s+(?:out )?(.+)$/i`,
      String.raw`/^(?:start|begin|open)(?: the \w+| it)? (?:with|by)\s+(.+)$/i`,
      String.raw`/^(?:move|put|bring)\s+(.+?)\s+(?:to|at|up to) the (?:top|start|beginning|front)$/i`,
      String.raw`/^(?:end|finish|close)(?: the \w+| it)? (?:with|on|by)\s+(.+)$/i`,
      String.raw`/^(?:add|append|insert|include|give(?: it)?|use)\s+(?:in )?(.+)$/i`,
      String.raw`/^(?:mention|say|state|name|point out|tell \w+|explain|show|note)\s+(.+)$/i`,
      String.raw`/^(?:the|our|we|it|there|this|that|he|she|they)\s+.+\b(?:is|are|was|were|has|have|will|starts?|begins?|opens?|closes?)\b.*$/i`,
    ],
  },
  'src/features/content/rules.ts': {
    reason: 'A brief or refinement of 4,000 characters, or an asset of 20,000, that a member writes.',
    patterns: [
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
  'src/features/content/rules-brief.ts': 'A brief or refinement of 4,000 characters that a member writes.',
  'src/features/content/rules-question.ts': 'A brief or refinement of 4,000 characters that a member writes.',
  'src/kit/csv.ts':
    'A match begins after a separator and ends before the next one. Cells are read in the same test.',
};
