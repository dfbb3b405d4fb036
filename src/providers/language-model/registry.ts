import { MINUTE_MS, SECOND_MS } from '#kit/time.ts';
import type { Settings } from '#platform/config.ts';
import { createEgressFetch } from '#platform/egress.ts';
import { createPatientFetch } from './patient-fetch.ts';
import type { LanguageModel, ModelAccess } from './port.ts';

type ModelSettings = Pick<
  Settings,
  'LLM_PROVIDER' | 'LLM_BASE_URL' | 'LLM_API_KEY' | 'LLM_MODEL' | 'LLM_EMBEDDING_MODEL' | 'EGRESS_ALLOW'
>;

type World = {
  /** Waits between attempts; another one in tests. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The longest silence of the model; 45 s unless told. */
  idleTimeoutMs?: number;
  /** The longest answer; 3 minutes unless told. */
  timeoutMs?: number;
  /** Connections to the model are kept from call to call until this aborts. */
  closing?: AbortSignal;
};

/** Loaded when one is configured: their library is a fifth of the server. */
const ADAPTERS: Record<
  NonNullable<Settings['LLM_PROVIDER']>,
  () => Promise<(access: ModelAccess) => LanguageModel>
> = {
  'openai-compatible': async () => (await import('./openai-compatible.ts')).createOpenAiCompatible,
  openai: async () => (await import('./openai.ts')).createOpenAi,
  anthropic: async () => (await import('./anthropic.ts')).createAnthropic,
};

/** The language model of these settings; undefined: none is configured, so the built-in engines write. Asks nobody. */
export async function createLanguageModel(
  settings: ModelSettings,
  { wait, idleTimeoutMs = 45 * SECOND_MS, timeoutMs = 3 * MINUTE_MS, closing }: World,
): Promise<LanguageModel | undefined> {
  const { LLM_PROVIDER: name, LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model } = settings;
  if (name === undefined || model === undefined) return undefined;
  const leave = createEgressFetch({
    trusted: [...settings.EGRESS_ALLOW, ...(baseUrl === undefined ? [] : [baseUrl])],
    idleTimeoutMs,
    timeoutMs,
    keepUntil: closing,
  });
  const createAdapter = await ADAPTERS[name]();
  return createAdapter({
    model,
    fetch: createPatientFetch({ ask: leave, wait }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(settings.LLM_EMBEDDING_MODEL === undefined ? {} : { embeddingModel: settings.LLM_EMBEDDING_MODEL }),
  });
}
