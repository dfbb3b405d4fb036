import { randomBytes } from 'node:crypto';
import {
  type EmbeddingModel,
  embedMany,
  generateText,
  Output,
  type LanguageModel as SdkLanguageModel,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import { asModelError, modelError } from './failures.ts';
import { markPassages } from './marked-text.ts';
import type { LanguageModel, ModelRequest } from './port.ts';

type SdkModel = {
  label: string;
  model: SdkLanguageModel;
  embeddingModel: Exclude<EmbeddingModel, string> | undefined;
};

// The library writes to the console by itself otherwise.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A model of the AI SDK behind the port: the same failures whatever the provider. Retries are made by its fetch. */
export function createSdkModel({ label, model, embeddingModel }: SdkModel): LanguageModel {
  return {
    label,

    async *streamText(request) {
      request.signal?.throwIfAborted();
      const { stream } = streamText({ model, ...callOf(request), onError: () => undefined });
      try {
        yield* textOf(stream);
      } catch (error) {
        request.signal?.throwIfAborted();
        throw asModelError(error);
      }
      // A stream that was stopped ends without an error.
      request.signal?.throwIfAborted();
    },

    async generateObject({ schema, ...request }) {
      request.signal?.throwIfAborted();
      try {
        const { output, finishReason } = await generateText({
          model,
          ...callOf(request),
          output: Output.object({ schema }),
        });
        if (finishReason === 'length') throw modelError('cut_off');
        return schema.parse(output);
      } catch (error) {
        request.signal?.throwIfAborted();
        throw asModelError(error);
      }
    },

    embed:
      embeddingModel &&
      (async ({ texts, signal }) => {
        signal?.throwIfAborted();
        try {
          const { embeddings } = await embedMany({
            model: embeddingModel,
            values: [...texts],
            maxRetries: 0,
            ...(signal ? { abortSignal: signal } : {}),
          });
          const [first] = embeddings;
          const isWhole = embeddings.every((vector) => vector.length > 0 && vector.length === first?.length);
          if (embeddings.length !== texts.length || !isWhole) throw modelError('malformed');
          return embeddings;
        } catch (error) {
          signal?.throwIfAborted();
          throw asModelError(error);
        }
      }),
  };
}

function callOf({ system, messages, maxOutputTokens, temperature, signal }: ModelRequest) {
  const marked = markPassages(system, messages, randomBytes(6).toString('hex'));
  return {
    instructions: marked.system,
    messages: marked.messages,
    maxRetries: 0,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(signal ? { abortSignal: signal } : {}),
  };
}

/** The library reports what went wrong inside the stream and then ends it quietly; here it is thrown. */
async function* textOf(stream: AsyncIterable<TextStreamPart<ToolSet>>): AsyncGenerator<string> {
  let isEmpty = true;
  let ending: string | undefined;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta' && part.text !== '') {
      if (part.text.trim() !== '') isEmpty = false;
      yield part.text;
    }
    if (part.type === 'finish') ending = part.finishReason;
  }
  if (ending === 'content-filter') throw modelError('filtered');
  if (isEmpty) throw modelError('empty');
  if (ending !== 'stop') throw modelError('cut_off');
}
