import { createHash } from 'node:crypto';
import { plainText } from '#engines/html/plain-text.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { languageOf, plainLanguageOf } from '#kit/language.ts';
import { escapeHtml, truncate } from '#kit/text.ts';
import { publicMediaPath } from '../contract.ts';
import { fontPath, ICON_PATH, logoPath } from '../contract-look.ts';
import { PAGE_LIMITS } from '../contract-pages.ts';
import { lookStyle, mainFontFile } from '../rules-look.ts';
import { PAGE_WORDS, type PageWords } from '../rules-page-words.ts';
import type { PublishedPage, SignUpProblem } from '../rules-pages.ts';
import type { ShownLook } from './look-store.ts';

const STYLE = `:root{color-scheme:light dark;--ground:#fdfcfa;--ink:#1e1c17;--ink-2:#56514a;--ink-3:#6c665b;--line:#e6e2d9;--control:#8b8475;--green:#1e5b3e;--green-h:#164730;--on:#fff;--link:#1e5b3e;--ring:#1e5b3e;--red:#98301e;--tint:#f4f2ec}
@media (prefers-color-scheme:dark){:root{--ground:#1a1916;--ink:#ece9e1;--ink-2:#b7b2a6;--ink-3:#989285;--line:#2b2924;--control:#78725f;--green:#74b48f;--green-h:#8cc5a3;--on:#0e2116;--link:#93cbaa;--ring:#a3d4b6;--red:#f09a87;--tint:#22201c}}
*{box-sizing:border-box}
body{margin:0;border-top:4px solid var(--green);background:var(--ground);color:var(--ink);font:17px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
.note{background:var(--tint);border-bottom:1px solid var(--line);color:var(--ink-2);font-size:14px;padding:10px 20px;text-align:center;margin:0}
.bar,main,footer{padding:0 max(20px,calc(50% - 360px))}
.text,.lead{max-width:680px}
.bar img{width:auto;max-width:min(240px,70vw);height:44px;object-fit:contain;object-position:left;border-radius:0;background:none}
@media (prefers-color-scheme:dark){.bar img{height:60px;padding:8px 12px;border-radius:6px;background:#fff}}
.bar{padding-top:20px;padding-bottom:20px;border-bottom:1px solid var(--line);font-size:17px;line-height:28px;font-weight:600;letter-spacing:-.01em}
main{padding-top:clamp(36px,7vw,80px);padding-bottom:clamp(48px,7vw,88px)}
h1{font-size:clamp(32px,6.4vw,52px);line-height:1.1;letter-spacing:-.03em;font-weight:650;margin:0;text-wrap:balance}
.lead{font-size:clamp(18px,2.4vw,21px);line-height:1.5;color:var(--ink-2);margin:20px 0 0;text-wrap:pretty}
h2{font-size:24px;line-height:1.3;letter-spacing:-.015em;font-weight:620;margin:44px 0 0}
h3{font-size:18px;line-height:1.4;font-weight:620;margin:32px 0 0}
.text{margin-top:36px}
.text>:first-child{margin-top:0}
p{margin:16px 0 0;text-wrap:pretty}
ul,ol{margin:16px 0 0;padding-left:24px}
li{margin-top:6px}
li::marker{color:var(--link);font-weight:600}
a{color:var(--link);text-underline-offset:3px}
blockquote{margin:20px 0 0;padding-left:20px;border-left:3px solid var(--green);color:var(--ink-2)}
hr{margin:36px 0 0;border:0;border-top:1px solid var(--line)}
.text img{margin-top:20px;aspect-ratio:auto 3/2}
li ul,li ol{margin-top:6px}
table{border-collapse:collapse;margin-top:20px;display:block;max-width:100%;overflow-x:auto;font-size:16px;line-height:1.5}
th,td{overflow-wrap:break-word;text-align:left;vertical-align:top;padding:8px 24px 8px 0;border-bottom:1px solid var(--line)}
th{font-weight:620}
.pictures{margin-top:36px;display:grid;gap:12px}
.pictures.more{grid-template-columns:repeat(auto-fit,minmax(min(260px,100%),1fr))}
img{display:block;width:100%;height:auto;border-radius:8px;background:var(--tint)}
.act{margin-top:32px}
.end{margin-top:48px}
.end:has(form){padding:clamp(20px,5vw,40px);border:1px solid var(--line);border-radius:12px;background:var(--tint)}
.button,button{display:inline-block;font-family:inherit;font-size:17px;line-height:24px;font-weight:600;min-height:48px;padding:12px 24px;border:0;border-radius:6px;background:var(--green);color:var(--on);text-decoration:none;cursor:pointer;text-align:center;max-width:100%}
.button:hover,button:hover{background:var(--green-h)}
button:disabled{opacity:.6;cursor:default}
form{display:grid;gap:16px}
label{display:grid;gap:6px;font-size:15px;font-weight:550}
label b{font-weight:550}
label span{font-weight:400;color:var(--ink-2)}
input[type=email],input[type=text]{font:inherit;font-weight:400;width:100%;min-height:48px;padding:10px 12px;border:1px solid var(--control);border-radius:6px;background:var(--ground);color:var(--ink)}
.agree span{color:var(--ink-2)}
.agree{display:grid;grid-template-columns:24px 1fr;align-items:start;gap:10px;font-weight:400;font-size:15px;line-height:1.5;color:var(--ink-2)}
.agree input{width:20px;height:20px;margin:2px 0 0;accent-color:var(--green)}
.small{font-size:14px;line-height:1.5;color:var(--ink-2);margin:0}
.problem{color:var(--red);font-size:15px;margin:0}
form #answer{scroll-margin-top:96px}
.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.done{scroll-margin-top:24px;font-size:18px;padding:12px 16px;border-radius:8px;background:var(--tint)}
.required{margin-top:48px;font-size:14px;line-height:1.5;color:var(--ink-2);border:1px solid var(--line);border-radius:8px;padding:12px 16px}
footer{padding-top:28px;padding-bottom:40px;border-top:1px solid var(--line);background:var(--tint);font-size:14px;line-height:1.5;color:var(--ink-2)}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
@media (max-width:480px){.button,button{display:block;width:100%}body{font-size:16px}}
@media print{.act,.note{display:none}}`;

function hashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}

/** Characters of HTML beyond which the button is out of sight at the end of a text. */
const LONG_TEXT = 1_200;

type Shown = {
  page: Omit<PublishedPage, 'proof'>;
  url: string;
  workspace: { name: string; postalAddress: string };
  look: ShownLook;
  /** Where the button leads, with what the visitor came with. */
  target?: string | undefined;
  form:
    | {
        state: 'open';
        token: string;
        once: string;
        problem?: SignUpProblem;
        email?: string;
        name?: string;
        hasAgreed?: boolean;
      }
    | { state: 'done' };
  /** For those who write it: nothing counts, nothing is sent. */
  isPreview?: boolean;
  /** What the text says as a mail alone, told in the preview. */
  leftOut?: readonly string[];
};

/** A landing page. Its one script is the tracker; all text is escaped or sanitised, and nothing of others is loaded but pictures of the text. */
export function hostedPage(shown: Shown): RawAnswer {
  const { page, url, workspace, look, form, isPreview = false } = shown;
  const style = `${STYLE}\n${lookStyle(look)}`;
  const { settings, pictures } = page;
  const words = PAGE_WORDS[languageOf(page.words)];
  const isDone = form.state === 'done';
  const isRefused = form.state === 'open' && form.problem !== undefined;
  const title = escapeHtml(settings.title);
  const description = escapeHtml(settings.description || openingWords(page.html));
  const origin = new URL(url).origin;
  const [first] = pictures;
  const hasAction = settings.action.kind !== 'none';
  const isForm = settings.action.kind === 'form';
  const isLong = page.html.length > LONG_TEXT;
  // Whoever is sent back to a field is on the same visit.
  const isTracked = !isPreview && !isDone && !isRefused;
  const robots = settings.isListed && !isPreview ? 'index, follow' : 'noindex, nofollow';
  // A link stands first, and again where a text is long; a form where people have read what it is about.
  const top = settings.action.kind === 'link' ? `<p class="act">${linkOf(shown)}</p>` : '';
  const end =
    isForm || (hasAction && isLong)
      ? `<div class="act end">${isForm ? formOf(shown, words) : linkOf(shown)}</div>`
      : '';
  return {
    status: isRefused ? 422 : 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': robots,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': `default-src 'none'; script-src ${isTracked ? "'self'" : "'none'"}; connect-src 'self'; img-src 'self'${pictureOrigins(page.html)}; style-src ${hashOf(style)}; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: `<!doctype html>
<html lang="${plainLanguageOf(page.words) ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${isDone ? `${words.thankYou}: ` : isRefused ? `${words.notSentYet}: ` : ''}${title}</title>
${description === '' ? '' : `<meta name="description" content="${description}">\n`}<meta name="robots" content="${robots}">
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="canonical" href="${escapeHtml(url)}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${escapeHtml(workspace.name)}">
<meta property="og:title" content="${title}">
${description === '' ? '' : `<meta property="og:description" content="${description}">\n`}<meta property="og:url" content="${escapeHtml(url)}">
${first ? pictureTags(first, origin) : '<meta name="twitter:card" content="summary">'}
${fontLink(look)}<style>${style}</style>
${isTracked ? '<script defer src="/t.js"></script>' : ''}
</head>
<body>
${isPreview ? `<p class="note" role="note">Preview of the page as it would be published now. Nothing is counted or sent.${leftOutNote(shown)}</p>` : ''}
<header class="bar">${nameOf(workspace.name, look)}</header>
<main>
<h1>${escapeHtml(page.shownTitle)}</h1>
${page.shownDescription === '' ? '' : `<p class="lead">${escapeHtml(page.shownDescription)}</p>`}
${isDone ? thanksOf(words.hasAddress(workspace.name)) : top}
${picturesOf(page, isPreview)}
<div class="text">
${lowered(page.html)}
</div>
${isDone ? '' : end}
${page.required === null ? '' : `<p class="required">${escapeHtml(page.required)}</p>`}
</main>
<footer>${[workspace.name, workspace.postalAddress].filter(Boolean).map(escapeHtml).join('<br>')}</footer>
</body>
</html>
`,
  };
}

/** What search engines show of a page without a description. */
function openingWords(html: string): string {
  const text = plainText(html.slice(0, 5_000)).replaceAll(/\s+/g, ' ').trim();
  return text.length <= PAGE_LIMITS.description ? text : truncate(text, 160);
}

/** The servers that the pictures of a text are on: no others are asked. */
function pictureOrigins(html: string): string {
  const sources = [...html.matchAll(/<img src="(https?:\/\/[^"]+)"/g)].map(([, src = '']) => src);
  const origins = sources.filter((src) => URL.canParse(src)).map((src) => new URL(src).origin);
  return [...new Set(origins)].map((origin) => ` ${origin}`).join('');
}

/** The logo says the name to people who do not see it. */
function nameOf(name: string, { logoKey, logoWidth, logoHeight }: ShownLook): string {
  if (logoKey === null) return escapeHtml(name);
  return `<img src="${logoPath(logoKey)}" alt="${escapeHtml(name)}" width="${logoWidth}" height="${logoHeight}">`;
}

/** Asked for before the first text that needs it is read. */
function fontLink({ font }: ShownLook): string {
  const file = mainFontFile(font);
  if (file === undefined) return '';
  return `<link rel="preload" href="${fontPath(file)}" as="font" type="font/woff2" crossorigin>\n`;
}

function leftOutNote({ leftOut = [] }: Shown): string {
  if (leftOut.length === 0) return '';
  return ` Left out, because only a mail says it: ${escapeHtml(leftOut.map((words) => `“${words}”`).join(', '))}.`;
}

function pictureTags({ id, alt, width, height }: PublishedPage['pictures'][number], origin: string): string {
  return `<meta property="og:image" content="${escapeHtml(origin + publicMediaPath(id))}">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
${alt === '' ? '' : `<meta property="og:image:alt" content="${escapeHtml(alt)}">\n`}<meta name="twitter:card" content="summary_large_image">`;
}

function picturesOf({ pictures }: Pick<PublishedPage, 'pictures'>, isPreview: boolean): string {
  if (pictures.length === 0) return '';
  const images = pictures.map(({ id, alt, width, height }) => {
    // Nobody but us may see a picture that was not published yet.
    const source = isPreview ? `/api/content-media/${id}` : publicMediaPath(id);
    return `<img src="${source}" alt="${escapeHtml(alt)}" width="${width}" height="${height}">`;
  });
  return `<div class="pictures${pictures.length > 1 ? ' more' : ''}">\n${images.join('\n')}\n</div>`;
}

/** The page's own title is its first heading; those of the text begin one below it. */
function lowered(html: string): string {
  if (!html.includes('<h1>')) return html;
  return html.replaceAll(/<(\/?)h2>/g, '<$1h3>').replaceAll(/<(\/?)h1>/g, '<$1h2>');
}

function linkOf({ page, target, isPreview }: Shown): string {
  const { action } = page.settings;
  if (action.kind !== 'link') return '';
  const counts = action.isConversion && isPreview !== true ? ' data-yarrow="conversion"' : '';
  return `<a class="button" href="${escapeHtml(target ?? action.url)}" rel="noopener"${counts}>${escapeHtml(action.label)}</a>`;
}

function thanksOf(thanks: string): string {
  return `<p class="act done" id="answer" role="status" tabindex="-1" autofocus>${escapeHtml(thanks)}</p>`;
}

function formOf({ page, form, isPreview }: Shown, words: PageWords): string {
  const { action } = page.settings;
  if (action.kind !== 'form' || form.state === 'done') return '';
  const isOff = isPreview === true ? ' disabled' : '';
  const { problem, email = '', name = '', hasAgreed = false, token, once } = form;
  const aboutEmail = problem?.field === 'email' ? words.problems[problem.reason] : undefined;
  const aboutConsent = problem?.field === 'consent' ? words.problems[problem.reason] : undefined;
  return `<form method="post" action="#answer" accept-charset="utf-8">
${saidOf(aboutEmail)}<label>${words.email}<input type="email" name="email" value="${escapeHtml(email)}" required maxlength="254" autocomplete="email"${wrongFor(aboutEmail)}${isOff}></label>
<label><b>${words.firstName} <span>(${words.optional})</span></b><input type="text" name="name" value="${escapeHtml(name)}" maxlength="100" autocomplete="given-name"${isOff}></label>
<div class="trap" aria-hidden="true"><label>Website<input type="text" name="website" tabindex="-1" autocomplete="off"></label></div>
${saidOf(aboutConsent)}<label class="agree"><input type="checkbox" name="consent" value="yes" required${hasAgreed ? ' checked' : ''}${wrongFor(aboutConsent)}${isOff}><span>${escapeHtml(action.consent)}</span></label>
<input type="hidden" name="token" value="${escapeHtml(token)}"><input type="hidden" name="once" value="${escapeHtml(once)}">
<button type="submit"${isOff}>${escapeHtml(action.label)}</button>
<p class="small">${words.privacy} <a href="${escapeHtml(action.privacyUrl)}">${words.privacyNotice}</a>.</p>
</form>`;
}

/** Beside the field it is about, and said as soon as the page is there. */
function saidOf(said: string | undefined): string {
  return said === undefined ? '' : `<p class="problem" id="problem" role="alert">${escapeHtml(said)}</p>\n`;
}

/** The form leads to what answers it: the thanks, or the field that is wrong, which has the focus then without a script. */
function wrongFor(said: string | undefined): string {
  return said === undefined ? '' : ' id="answer" aria-describedby="problem" aria-invalid="true"';
}
