import { describe, expect, it, vi } from 'vitest';
import { createAddressChecks, type Dns } from './address-checks.ts';

function failing(code: string) {
  return () => Promise.reject(Object.assign(new Error(code), { code }));
}

function buildDns(given: Partial<Dns> = {}): Dns {
  return {
    resolveMx: () => Promise.resolve([{ exchange: 'mx.brand.co', priority: 10 }]),
    resolve4: failing('ENODATA'),
    resolve6: failing('ENODATA'),
    resolveNs: () => Promise.resolve(['a.gtld-servers.net']),
    ...given,
  };
}

function check(address: string, dns: Dns) {
  return createAddressChecks({ dns }).checkAddress(address);
}

describe('address checks', () => {
  it('finds an address good whose domain has a mail server', async () => {
    expect(await check('dana@brand.co', buildDns())).toEqual({
      deliverability: 'good',
      isRole: false,
      isDisposable: false,
    });
  });

  it('finds an address good whose domain takes mail itself, without an MX record', async () => {
    const dns = buildDns({
      resolveMx: failing('ENODATA'),
      resolve6: () => Promise.resolve(['2001:db8::1']),
    });
    expect((await check('dana@brand.co', dns)).deliverability).toBe('good');
  });

  it.each([
    ['whose domain does not exist', { resolveMx: failing('ENOTFOUND') }],
    [
      'whose domain says that it takes no mail',
      { resolveMx: () => Promise.resolve([{ exchange: '', priority: 0 }]) },
    ],
    ['whose domain has neither mail server nor address', { resolveMx: failing('ENODATA') }],
  ])('finds an address bad %s', async (_which, given) => {
    expect((await check('dana@brand.co', buildDns(given))).deliverability).toBe('bad');
  });

  it.each(['dana@-brand.co', 'dana@brand', '@brand.co', `${'a'.repeat(65)}@brand.co`, 'dana@brand.invalid'])(
    'finds %s bad without asking anybody',
    async (address) => {
      const resolveMx = vi.fn<Dns['resolveMx']>();
      expect((await check(address, buildDns({ resolveMx }))).deliverability).toBe('bad');
      expect(resolveMx).not.toHaveBeenCalled();
    },
  );

  it('does not know where no resolver answers', async () => {
    const dns = buildDns({ resolveMx: failing('ECONNREFUSED'), resolveNs: failing('ECONNREFUSED') });
    expect((await check('dana@brand.co', dns)).deliverability).toBe('unknown');
  });

  it('does not believe a resolver that denies everything', async () => {
    const dns = buildDns({ resolveMx: failing('ENOTFOUND'), resolveNs: failing('ENOTFOUND') });
    expect((await check('dana@brand.co', dns)).deliverability).toBe('unknown');
  });

  it('gives up after 2 seconds', async () => {
    vi.useFakeTimers();
    try {
      const dns = buildDns({ resolveMx: () => new Promise(() => undefined) });
      const answer = check('dana@brand.co', dns);
      await vi.advanceTimersByTimeAsync(2_000);
      expect((await answer).deliverability).toBe('unknown');
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['dana@customer.test', 'dana@example.com', 'dana@mail.example.org', 'dana@shop.example'])(
    'asks nobody about the reserved name in %s and does not know',
    async (address) => {
      const resolveMx = vi.fn<Dns['resolveMx']>();
      expect((await check(address, buildDns({ resolveMx }))).deliverability).toBe('unknown');
      expect(resolveMx).not.toHaveBeenCalled();
    },
  );

  it('recognises desks and addresses for minutes', async () => {
    expect(await check('Info+list@brand.co', buildDns())).toMatchObject({ isRole: true });
    expect(await check('dana@mailinator.com', buildDns())).toMatchObject({ isDisposable: true });
  });

  it('asks once per domain and asks again after a while, sooner where it did not know', async () => {
    let time = 0;
    const resolveMx = vi.fn<Dns['resolveMx']>(() =>
      Promise.resolve([{ exchange: 'mx.brand.co', priority: 1 }]),
    );
    const checks = createAddressChecks({ dns: buildDns({ resolveMx }), now: () => time });
    await Promise.all([checks.checkAddress('a@brand.co'), checks.checkAddress('b@brand.co')]);
    expect(resolveMx).toHaveBeenCalledTimes(1);
    time = 61 * 60_000;
    await checks.checkAddress('c@brand.co');
    expect(resolveMx).toHaveBeenCalledTimes(2);

    resolveMx.mockImplementation(failing('ESERVFAIL'));
    await checks.checkAddress('a@other.co');
    time += 31_000;
    await checks.checkAddress('a@other.co');
    expect(resolveMx).toHaveBeenCalledTimes(4);
  });
});
