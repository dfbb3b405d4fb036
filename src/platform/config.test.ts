import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings, Settings, SettingsError } from './config.ts';

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
      for (const [setting, schema] of Object.entries(Settings.shape)) {
        expect(text, setting).toContain(setting);
        expect(text, setting).toContain(schema.description);
      }
      const named =
        name === '.env.example'
          ? [...text.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)]
          : [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)];
      expect(named.map((match) => match[1])).toEqual(Object.keys(Settings.shape));
    },
  );
});
