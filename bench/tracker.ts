/** P13: the script for landing pages as it is served, gzip. */
import { gzipSync } from 'node:zlib';
import { minifySync } from 'vite';
import { trackerSource } from '#features/tracking/server/tracker-script.ts';
import { judge, print } from './runner.ts';

print(
  judge({
    target: 'P13',
    title: 'tracker, gzip',
    unit: 'B',
    better: 'less',
    bound: 1,
    reference: 1_000,
    ours: gzipSync(minifySync('tracker.js', trackerSource).code).length,
  }),
  'wanted',
);
