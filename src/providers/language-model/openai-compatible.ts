import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel, ModelAccess } from './port.ts';
import { createSdkModel } from './sdk-model.ts';

/** Any server that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, gateways. */
export function createOpenAiCompatible({
  baseUrl = '',
  apiKey,
  model,
  embeddingModel,
  fetch,
}: ModelAccess): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    supportsStructuredOutputs: true,
    fetch,
  });
  return createSdkModel({
    label: model,
    model: provider.chatModel(model),
    embeddingModel: embeddingModel === undefined ? undefined : provider.embeddingModel(embeddingModel),
  });
}
