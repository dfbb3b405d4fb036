import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SecondFactorSecret } from '#features/access/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ADMIN, GATE_PASSWORD, type TestClient } from '../support/client.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../scripts/password-link.ts', import.meta.url));

let running: TestApp;

beforeAll(async () => {
  running = await startTestApp({ worker: false });
});
afterAll(() => running.close());

/** As `npm run password-link` does it, beside the server at work. */
const passwordLink = (...args: string[]) =>
  run(process.execPath, [SCRIPT, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: running.databaseUrl, PUBLIC_URL: 'https://yarrow.test/' },
  });

async function reset(token: string | undefined): Promise<TestClient> {
  const client = running.visitor();
  await client.post('/api/access', { password: GATE_PASSWORD });
  await client.post('/api/auth/password-reset', { token, password: 'another horse altogether' });
  return client;
}

describe('the only admin who has lost password, app and recovery codes', () => {
  it('is let in by whoever runs the server', async () => {
    const admin = await running.as('admin');
    const { secret } = await admin.post<SecondFactorSecret>('/api/auth/second-factor', {
      current: ADMIN.password,
    });
    const code = new TOTP({ secret }).generate();
    await admin.post('/api/auth/second-factor/confirm', { code });

    const { stdout: forgotten } = await passwordLink(ADMIN.email.toUpperCase());
    const [, token] = /^https:\/\/yarrow\.test\/password-reset#(\S+)$/m.exec(forgotten) ?? [];
    await expect(reset(token)).rejects.toThrow('code_needed');

    const { stdout: lost } = await passwordLink(ADMIN.email, '--without-second-factor');
    const client = await reset(lost.trim().split('#')[1]);
    expect(await client.get('/api/auth/user')).toMatchObject({ email: ADMIN.email, role: 'admin' });
    await expect(reset(token), 'one link at a time').rejects.toThrow('not_found');
  });

  it('is not mistaken for somebody else', async () => {
    await expect(passwordLink('nobody@yarrow.test')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'No link was made. Nobody has an account with nobody@yarrow.test\n',
    });
  });
});
