import { createAnthropic as createProvider } from '@ai-sdk/anthropic';
import type { LanguageModel, ModelAccess } from './port.ts';
import { createSdkModel } from './sdk-model.ts';

/** Anthropic's messages. It offers no embeddings. */
export function createAnthropic({ baseUrl, apiKey, model, fetch }: ModelAccess): LanguageModel {
  const provider = createProvider({
    apiKey: apiKey ?? '',
    baseURL: baseUrl ?? 'https://api.anthropic.com/v1',
    fetch,
  });
  return createSdkModel({ label: model, model: provider.languageModel(model), embeddingModel: undefined });
}
