/** P12: what a website loads of the agent widget, as gzip sends it: the button, and all that comes when it is opened. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { agentLoader } from '#embeds/agent-loader.ts';
import { judge, print } from './runner.ts';

const KB = 1_024;
const root = fileURLToPath(new URL('..', import.meta.url));

const built = await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'error',
  build: {
    write: false,
    lib: { entry: `${root}src/embeds/agent-widget.ts`, formats: ['es'] },
    minify: true,
    target: ['chrome120', 'firefox121', 'safari17.2'],
  },
});
const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
  'output' in one ? one.output : [],
);
const panel = outputs.map((one) => (one.type === 'chunk' ? one.code : '')).join('');

for (const [title, text, bound] of [
  // Comments and indentation go when it is served; the configuration of an agent adds about 300 bytes.
  ['The button', agentLoader.toString().replace(/^\s*(\/\/|\/\*\*|\*).*$/gm, ''), 3],
  ['All after opening', panel, 20],
] as const) {
  print(
    judge({
      target: 'P12',
      title,
      unit: 'KB',
      better: 'less',
      bound: 1,
      reference: bound,
      ours: gzipSync(text).length / KB,
    }),
    'allowed',
    'gzip',
  );
}
