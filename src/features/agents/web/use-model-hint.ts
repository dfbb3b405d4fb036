import { useQuery } from '@tanstack/react-query';
import { providersQuery } from '#features/settings/web/api.ts';

/** Adds to the hint of a field that only a language model reads that none is configured, with the setting's name. */
export function useModelHint(): (hint: string) => string {
  const providers = useQuery(providersQuery());
  const model = providers.data?.find(({ id }) => id === 'language_model');
  if (!model || model.isConfigured) return (hint) => hint;
  return (hint) =>
    `${hint} Needs a language model (${model.setting}): the built-in engine quotes and does not read it.`;
}
