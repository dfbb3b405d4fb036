import { expect, it } from 'vitest';
import { readPage } from './rules-preview.ts';

const costOf = (html: string): number => {
  const { user } = process.cpuUsage();
  readPage(html, 'https://page.test/');
  return process.cpuUsage().user - user;
};

it('takes no longer to read tags that never end than tags that do', () => {
  const tags = (tag: string) => tag.repeat(300_000 / tag.length);
  costOf(tags('<meta>'));
  expect(costOf(tags('<meta '))).toBeLessThan(10 * costOf(tags('<meta>')) + 20_000);
});

it('reads what a page says of itself, over broken lines and in any order', () => {
  const html = `<title>Plain</title><META\n content='Two > one'\n property="og:title">
    <link rel="alternate" href="/o.json" type="application/json+oembed">`;
  expect(readPage(html, 'https://www.page.test/a')).toMatchObject({
    title: 'Two > one',
    siteName: 'page.test',
    oembedUrl: 'https://www.page.test/o.json',
  });
  expect(readPage('<title>Tea &amp; more</title>', 'https://page.test/').title).toBe('Tea & more');
});
