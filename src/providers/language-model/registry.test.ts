import { describe, expect, it } from 'vitest';
import { readSettings } from '#platform/config.ts';
import { describeLanguageModel } from './conformance.ts';
import { createLanguageModel } from './registry.ts';

describeLanguageModel({ provider: 'openai-compatible', protocol: 'openai', hasEmbeddings: true });
describeLanguageModel({ provider: 'openai', protocol: 'openai', hasEmbeddings: true });
describeLanguageModel({ provider: 'anthropic', protocol: 'anthropic', hasEmbeddings: false });

describe('the language model', () => {
  const wait = (): Promise<void> => Promise.resolve();

  it('is none where no provider is set', async () => {
    expect(await createLanguageModel(readSettings({}), { wait })).toBeUndefined();
  });

  it('is named by its model, and compares no texts without a model for it', async () => {
    const settings = readSettings({ LLM_PROVIDER: 'openai', LLM_API_KEY: 'k', LLM_MODEL: 'gpt-5-mini' });
    expect(await createLanguageModel(settings, { wait })).toMatchObject({
      label: 'gpt-5-mini',
      embed: undefined,
    });
  });

  it.each([
    [{ LLM_PROVIDER: 'openai', LLM_API_KEY: 'k' }, 'needs LLM_MODEL'],
    [{ LLM_PROVIDER: 'openai', LLM_MODEL: 'm' }, 'openai needs LLM_API_KEY'],
    [{ LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'm' }, 'openai-compatible needs LLM_BASE_URL'],
    [{ LLM_MODEL: 'm' }, 'LLM_PROVIDER'],
    [
      { LLM_PROVIDER: 'anthropic', LLM_API_KEY: 'k', LLM_MODEL: 'm', LLM_EMBEDDING_MODEL: 'e' },
      'LLM_EMBEDDING_MODEL: is not offered by anthropic',
    ],
  ])('stops the start where its settings are not whole: %o', (environment, words) => {
    expect(() => readSettings(environment)).toThrow(words);
  });
});
