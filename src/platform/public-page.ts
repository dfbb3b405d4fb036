import { createHash } from 'node:crypto';
import type { RawAnswer } from '#kit/endpoint.ts';
import type { Language } from '#kit/language.ts';
import { escapeHtml } from '#kit/text.ts';

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/24px system-ui,sans-serif;background:#f4f2ed;color:#1e1c17}
main{box-sizing:border-box;width:100%;max-width:480px;padding:32px 24px}
h1{font-size:24px;line-height:32px;font-weight:600;margin:0 0 12px}
p{margin:0 0 24px;color:#56514a}
button{font:500 16px/24px system-ui,sans-serif;min-height:44px;padding:8px 20px;border:0;border-radius:6px;background:#1e5b3e;color:#fff;cursor:pointer}
button:hover{background:#164730}
a{color:#1e5b3e}
button.plain{background:none;color:inherit;border:1px solid #8a8375}
button.plain:hover{background:#ebe7de}
form+form{margin-top:12px}
form+p,p+p{margin-top:24px}
button:focus-visible,a:focus-visible{outline:2px solid #1e5b3e;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#131210;color:#ece9e1}p{color:#b7b2a6}button{background:#74b48f;color:#0e2116}button:hover{background:#8cc5a3}a{color:#a3d4b6}button.plain:hover{background:#26231e}button:focus-visible,a:focus-visible{outline-color:#a3d4b6}}`;

type PlainDocument = {
  status?: number;
  /** Of its words; English unless told. */
  language?: Language;
  title: string;
  style: string;
  /** HTML: whatever came from outside is escaped in it. */
  main: string;
  script?: string;
  /** What it may do beyond showing itself: "form-action 'self'". */
  allows?: readonly string[];
};

/** A page that loads nothing but what stands in it, is not kept and not listed. */
export function plainDocument({
  status = 200,
  language = 'en',
  title,
  style,
  main,
  script,
  allows = [],
}: PlainDocument): RawAnswer {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    ...(script === undefined ? [] : [`script-src 'self' '${hashOf(script)}'`]),
    ...allows,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': policy.join('; '),
    },
    body: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`,
  };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

type Page = {
  status: number;
  /** Of its words; English unless told. */
  language?: Language;
  title: string;
  text: string;
  /** Each sends a form to the page's own address; the first one is the main one. */
  buttons?: readonly { label: string; field?: { name: string; value: string } }[];
  link?: { href: string; label: string };
};

/** A page for people who came from a message: no script, nothing loaded, readable everywhere. */
export function publicPage({ status, language = 'en', title, text, buttons = [], link }: Page): RawAnswer {
  const forms = buttons.map(({ label, field }, index) => {
    const value = field ? ` name="${escapeHtml(field.name)}" value="${escapeHtml(field.value)}"` : '';
    return `<form method="post"><button${index === 0 ? '' : ' class="plain"'}${value}>${escapeHtml(label)}</button></form>`;
  });
  const further = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : '';
  return plainDocument({
    status,
    language,
    title,
    style: STYLE,
    main: [`<h1>${escapeHtml(title)}</h1>`, `<p>${escapeHtml(text)}</p>`, ...forms, further].join('\n'),
    allows: ["form-action 'self'"],
  });
}

/** For a token that we did not make. */
export function unknownLink(): RawAnswer {
  return publicPage({
    status: 404,
    title: 'This link leads nowhere',
    text: 'It may have been cut off when it was copied, or what it led to is gone. Open it again from the message it came in.',
  });
}
