/** P12 and P13: what a website loads of the agent widget and of the tracker, as gzip sends it. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, minifySync } from 'vite';
import { agentLoader } from '#embeds/agent-loader.ts';
import { trackerSource } from '#features/tracking/server/tracker-script.ts';
import { judge, print } from './support/runner.ts';

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

for (const [target, title, text, allowedBytes] of [
  // Comments and indentation are removed when it is served; an agent's configuration adds about 300 bytes.
  [
    'P12',
    'agent widget, the button',
    agentLoader.toString().replace(/^\s*(\/\/|\/\*\*|\*).*$/gm, ''),
    3 * KB,
  ],
  ['P12', 'agent widget, everything after opening', panel, 20 * KB],
  ['P13', 'tracker', minifySync('tracker.js', trackerSource).code, 1_000],
] as const) {
  print(
    judge({
      target,
      title,
      unit: 'B',
      better: 'less',
      bound: 1,
      reference: allowedBytes,
      ours: gzipSync(text).length,
    }),
    'allowed',
    'gzip',
  );
}
