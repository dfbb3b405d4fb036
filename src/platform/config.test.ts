import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings, Settings, SettingsError, trustedAddresses } from './config.ts';

const file = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('settings', () => {
  it('need nothing', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      ROLE: 'all',
    });
  });

  it('take an empty value as not set', () => {
    expect(readSettings({ SMTP_URL: '', ACCESS_PASSWORD: '' })).toMatchObject({ SMTP_URL: undefined });
  });

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ ROLE: 'worker' }, 'ROLE: worker needs DATABASE_URL'],
    [{ ADMIN_EMAIL: 'a@b.test' }, 'ADMIN_EMAIL: needs ADMIN_PASSWORD'],
    [{ OIDC_ISSUER: 'https://id.test' }, 'OIDC_ISSUER: needs OIDC_CLIENT_ID'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
  ])('stop the start with the name of the wrong one: %o', (environment, expected) => {
    expect(() => readSettings(environment)).toThrow(SettingsError);
    expect(() => readSettings(environment)).toThrow(expected);
  });

  it('never show a value in the message', () => {
    expect(() => readSettings({ SESSION_SECRET: 'hush-hush', SMTP_URL: 'ftp://user:hush@host' })).not.toThrow(
      /hush/,
    );
  });

  it.each(['.env.example', 'docs/settings.md'])(
    'each stand in %s with their own words, and no other does',
    (name) => {
      const text = file(name);
      const isThere = ([setting, schema]: [string, { description?: string | undefined }]): boolean =>
        text.includes(setting) && text.includes(schema.description ?? setting);
      const wordless = Object.entries(Settings.shape).filter((entry) => !isThere(entry));
      expect(
        wordless.map(([setting]) => setting),
        `not in ${name} with the words of config.ts`,
      ).toEqual([]);
      const named =
        name === '.env.example'
          ? [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)]
          : [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)];
      expect(named.map((match) => match[1])).toEqual(Object.keys(Settings.shape));
    },
  );

  it('each that is the address of a service may name one on a private network', () => {
    const addresses = Object.keys(Settings.shape).filter((name) => name.endsWith('_BASE_URL'));
    const settings = readSettings({
      ...Object.fromEntries(addresses.map((name) => [name, `http://10.0.0.7/${name.toLowerCase()}`])),
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'small',
      DISCOURSE_API_KEY: 'a-key-of-ours',
      DISCOURSE_API_USERNAME: 'yarrow',
      EGRESS_ALLOW: 'http://10.0.0.8/feed',
    });
    expect(trustedAddresses(settings)).toEqual(
      expect.arrayContaining([
        'http://10.0.0.8/feed',
        ...addresses
          .filter((name) => name !== 'LLM_BASE_URL')
          .map((name) => `http://10.0.0.7/${name.toLowerCase()}`),
      ]),
    );
    // Whoever reads feeds has no business with the language model.
    expect(trustedAddresses(settings)).not.toContain('http://10.0.0.7/llm_base_url');
  });
});
