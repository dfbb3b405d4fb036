const DARK = `--ground:#131210;--surface:#1a1916;--sunk:#24221e;--ink:#ece9e1;--ink2:#b7b2a6;--ink3:#a19b8d;--line:#3b3831;--control:#78725f;--green:#74b48f;--on:#0e2116;--tint:#1d2e24;--greenink:#93cbaa;--amber:#30260f;--amberline:#5c4719;--amberink:#e3b75f;--red:#f09a87`;

/** Paper, ink and one plant, as in the product. Everything is relative to the panel: the page's styles stay outside. */
export const PANEL_STYLE = `
:host{--ground:#f4f2ed;--surface:#fdfcfa;--sunk:#f1eee7;--ink:#1e1c17;--ink2:#56514a;--ink3:#6c665b;--line:#d5d0c4;--control:#8b8475;--green:#1e5b3e;--on:#fff;--tint:#e2ece3;--greenink:#1e5b3e;--amber:#f8ecd2;--amberline:#e7c98c;--amberink:#7f4f06;--red:#98301e}
:host([data-theme=dark]){${DARK}}
@media (prefers-color-scheme:dark){:host([data-theme=auto]){${DARK}}}
.panel{position:fixed;inset:auto 20px 20px auto;box-sizing:border-box;display:flex;flex-direction:column;width:384px;height:min(640px,calc(100vh - 40px));height:min(640px,calc(100dvh - 40px));border:1px solid var(--line);border-radius:12px;background:var(--surface);color:var(--ink);font:14px/20px Inter,system-ui,sans-serif;box-shadow:0 8px 24px #00000017;overflow:hidden}
:host([data-position=left]) .panel{inset:auto auto 20px 20px}
.panel[hidden]{display:none}
.panel *{box-sizing:border-box}
.panel p,.panel ul,.panel blockquote,.panel h2{margin:0;padding:0;font:inherit}
.panel ul{list-style:none}
header{display:flex;align-items:center;gap:12px;padding:12px 12px 12px 16px}
.floret{display:grid;place-items:center;width:36px;height:36px;border-radius:8px;background:var(--tint);color:var(--greenink);flex:none}
.floret svg{width:26px}
header div{flex:1;min-width:0}
.panel h2{font-weight:600;font-size:15px;overflow-wrap:anywhere}
.badge{display:inline-block;padding:0 6px;border-radius:4px;background:var(--sunk);font-size:12px;font-weight:500}
.for{font-size:12px;color:var(--ink2)}
.disclosure{padding:8px 16px!important;border:solid var(--line);border-width:1px 0;background:var(--sunk);color:var(--ink2);font-size:12px!important;line-height:16px!important}
.log{flex:1;min-height:0;overflow-y:auto;overscroll-behavior:contain;padding:16px;display:flex;flex-direction:column;gap:12px}
.log:focus-visible{outline:2px solid var(--green);outline-offset:-3px}
.line{max-width:92%;overflow-wrap:anywhere}
.line.visitor{align-self:flex-end;max-width:85%}
.line.visitor .text{padding:8px 12px;border-radius:10px 10px 2px 10px;background:var(--green);color:var(--on)}
.text p{white-space:pre-line}
.text p+p{margin-top:8px}
.who{font-weight:600;margin-bottom:2px!important}
.who span{font-weight:400;color:var(--ink3);font-size:12px}
.line.person .text{padding:8px 12px;border:1px solid var(--line);border-radius:2px 10px 10px 10px}
sup{margin:0 1px;padding:0 4px;border-radius:3px;background:var(--tint);color:var(--greenink);font-size:10px;line-height:14px;font-weight:600}
.sources{display:flex;flex-wrap:wrap;gap:6px;margin-top:8px!important}
.sources li{max-width:100%}
summary{cursor:pointer;padding:3px 8px;border:1px solid var(--line);border-radius:6px;font-size:12px;color:var(--ink2);list-style-position:inside;min-height:24px}
blockquote{margin:6px 0 0 8px!important;padding-left:8px!important;border-left:2px solid var(--line);color:var(--ink2);font-size:12px!important;line-height:16px!important}
.care{padding:12px 14px;border:1px solid var(--amberline);border-radius:8px;background:var(--amber)}
.care .title{display:flex;align-items:center;gap:8px;margin-bottom:4px!important;color:var(--amberink);font-weight:600!important}
.help{margin:6px 0!important}
.help li{padding:2px 0}
.help a{color:var(--ink);font-weight:600}
.region{color:var(--ink3);font-size:12px}
.note{color:var(--ink3);font-size:12px!important;line-height:16px!important}
.note.failed{color:var(--red)}
.status{padding:0 16px 8px!important;color:var(--ink2);font-size:12px!important;min-height:0}
.status:empty{display:none}
form{display:flex;gap:8px;padding:12px 16px 8px;border-top:1px solid var(--line);align-items:flex-end}
form.address{border:0;padding:8px 0 0;flex-wrap:wrap}
textarea,input{flex:1;min-width:0;padding:8px 12px;border:1px solid var(--control);border-radius:6px;background:var(--surface);color:var(--ink);font:14px/20px Inter,system-ui,sans-serif;resize:none;max-height:104px;overflow-y:auto}
@media (pointer:coarse){textarea,input{font-size:16px}}
textarea::placeholder,input::placeholder{color:var(--ink3);opacity:1}
button{font:500 13px/16px Inter,system-ui,sans-serif}
.panel button{display:inline-flex;align-items:center;justify-content:center;gap:6px;min-width:38px;min-height:38px;padding:0 10px;border:1px solid var(--line);border-radius:6px;background:var(--surface);color:var(--ink);cursor:pointer}
.panel button:hover{border-color:var(--control)}
.panel button.send{border-color:var(--green);background:var(--green);color:var(--on)}
.panel button[aria-disabled=true]{border-color:var(--line);background:var(--sunk);color:var(--ink3);cursor:default}
.panel button.ghost{border-color:transparent}
.panel button.small{min-height:28px;padding:0 8px;font-size:12px}
.panel button[aria-pressed=true]{background:var(--tint);color:var(--greenink)}
.panel :is(button,a,textarea,input,summary):focus-visible{outline:2px solid var(--green);outline-offset:2px}
.icon{width:18px;height:18px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
footer{display:flex;justify-content:space-between;align-items:center;gap:8px;padding:0 16px 10px;font-size:11px;line-height:16px;color:var(--ink3);min-height:26px}
.face{display:grid;justify-items:center;padding:12px 0 4px;color:var(--green)}
.face svg{width:88px;height:88px}
.face .light{fill:var(--surface);stroke:var(--surface);stroke-width:2;stroke-linejoin:round}
.dots{display:inline-flex;gap:4px;padding:8px 0}
.dots i{width:6px;height:6px;border-radius:50%;background:var(--ink3)}
@media (prefers-reduced-motion:no-preference){.dots i{animation:dot 1s infinite}.dots i:nth-child(2){animation-delay:.15s}.dots i:nth-child(3){animation-delay:.3s}@keyframes dot{50%{opacity:.25}}}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-height:400px){.floret{display:none}header{padding:4px 4px 4px 12px}header div{display:flex;flex-wrap:wrap;align-items:baseline;column-gap:6px}.disclosure{padding:3px 12px!important}.log{padding:8px 12px}.status{padding:0 12px 4px!important}form{padding:5px 12px}textarea{max-height:58px}footer{padding:0 12px 2px}.face{display:none}}
@media (max-width:480px){.panel,:host([data-position=left]) .panel{inset:0;width:auto;height:auto;border:0;border-radius:0}}
`;
