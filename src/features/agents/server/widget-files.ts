import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { agentLoader, type LoaderConfig } from '#embeds/agent-loader.ts';
import { getWorkspace } from '#features/settings/server/workspace.ts';
import type { RawAnswer } from '#kit/endpoint.ts';
import { AppError } from '#kit/errors.ts';
import { escapeHtml } from '#kit/text.ts';
import type { Context } from '#platform/context.ts';
import { PROJECT_ROOT } from '#platform/project-root.ts';
import { plainDocument } from '#platform/public-page.ts';
import { VOICE_SETTINGS } from '../rules-voice.ts';
import type { AgentRow } from './tables.ts';

type Script = { text: string; etag: string };

declare module '#platform/context.ts' {
  interface Context {
    /** In which language what an agent knows is written; undefined where nothing says it. */
    readonly knowledgeLanguage: (agentId: string) => Promise<string | undefined>;
  }
}

type WidgetContext = Pick<Context, 'db' | 'publicUrl' | 'knowledgeLanguage'>;

const PANEL_FILE = `${PROJECT_ROOT}dist/embeds/agent-widget.js`;

/** What the script tag of a website loads: the button, and the way to the rest. */
export async function widgetLoader(ctx: WidgetContext, agent: AgentRow): Promise<Script> {
  if (!agent.isActive) return withEtag('/* This agent is switched off. */\n');
  return withEtag(`(${loaderText})(${asScript(await configOf(ctx, agent))});\n`);
}

/** Refuses with `not_found` before the widget is built. */
export async function widgetPanel(): Promise<Script> {
  const built = await readPanel();
  if (built) return built;
  throw new AppError('not_found', 'The widget has not been built. Run npm start, or scripts/build.ts.');
}

/** A page with the widget and nothing else. It works for an agent that is switched off, too. */
export async function widgetTestPage(ctx: WidgetContext, agent: AgentRow): Promise<RawAnswer> {
  // By paths: the page may be opened by another name of this server than websites know it by.
  const config = {
    ...(await configOf(ctx, agent)),
    baseUrl: '',
    panelUrl: await panelPath(),
    isHeld: false,
    isOpen: true,
  };
  const script = `(${loaderText})(${asScript(config)});`;
  const name = escapeHtml(agent.name);
  return plainDocument({
    title: `Try ${agent.name}`,
    style: TEST_STYLE,
    main: `<h1>Try ${name}</h1>
<p>This page holds the widget as a website would, and nothing else. What you write here is answered by the agent as it
stands now, and is not counted in its figures.</p>
<p>${agent.isActive ? 'The agent is active: websites that embed it show it.' : 'The agent is inactive: websites that embed it do not show it.'}</p>`,
    script,
    allows: ["connect-src 'self'"],
  });
}

async function configOf(ctx: WidgetContext, agent: AgentRow): Promise<LoaderConfig> {
  return {
    key: agent.apiKey,
    baseUrl: ctx.publicUrl,
    panelUrl: `${ctx.publicUrl}${await panelPath()}`,
    name: agent.name,
    area: agent.expertiseArea,
    brand: (await getWorkspace(ctx.db)).name,
    mode: agent.interactionMode,
    voice: VOICE_SETTINGS[agent.voiceType],
    avatar: agent.avatarStyle,
    theme: agent.widgetTheme,
    position: agent.widgetPosition,
    answersIn: (await ctx.knowledgeLanguage(agent.id)) ?? null,
    isHeld: agent.allowedDomains.length > 0,
  };
}

async function panelPath(): Promise<string> {
  const built = await readPanel();
  // The address changes with the contents, so that a page never runs an old panel.
  return `/api/agents/panel.js${built ? `?v=${built.etag.slice(1, 9)}` : ''}`;
}

let panelScript: Script | undefined;

async function readPanel(): Promise<Script | undefined> {
  if (panelScript) return panelScript;
  const text = await readFile(PANEL_FILE, 'utf8').catch(() => undefined);
  if (text !== undefined) panelScript = withEtag(text);
  return panelScript;
}

/** As browsers take it: comments and indentation removed. Types are blanked out when the source is loaded. */
const loaderText = agentLoader
  .toString()
  .replace(/^\s*(\/\/|\/\*\*|\*).*$/gm, '')
  .split('\n')
  .map((line) => line.trim().replaceAll(/ {2,}/g, ' '))
  .filter((line) => line !== '')
  .join('\n');

/** JSON that can stand inside a script element. */
function asScript(value: object): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function withEtag(text: string): Script {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"` };
}

const TEST_STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;font:16px/24px system-ui,sans-serif;background:#f4f2ed;color:#1e1c17}
main{max-width:480px;padding:48px 24px}
h1{font-size:24px;line-height:32px;font-weight:600;margin:0 0 12px}
p{margin:0 0 16px;color:#56514a}
@media (prefers-color-scheme:dark){body{background:#131210;color:#ece9e1}p{color:#b7b2a6}}`;
