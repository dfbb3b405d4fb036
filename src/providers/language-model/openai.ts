import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModel, ModelAccess } from './port.ts';
import { createSdkModel } from './sdk-model.ts';

/** OpenAI. Chat completions, not the responses call that the library takes unasked: it keeps what it is sent. */
export function createOpenAi({ baseUrl, apiKey, model, embeddingModel, fetch }: ModelAccess): LanguageModel {
  const provider = createOpenAI({
    apiKey: apiKey ?? '',
    baseURL: baseUrl ?? 'https://api.openai.com/v1',
    fetch,
  });
  return createSdkModel({
    label: model,
    model: provider.chat(model),
    embeddingModel: embeddingModel === undefined ? undefined : provider.embedding(embeddingModel),
  });
}
