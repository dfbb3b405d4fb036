import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type ContactChannel, type LegalGround } from '#features/compliance/contract.ts';
import { callApi } from '#ui/calls/call-api.ts';
import { type ImportRole, importLeads, undoImport } from '../contract-import.ts';
import { useChange } from './api.ts';

export type ImportWishes = {
  file: File;
  groupId: string;
  legalGround: LegalGround;
  /** What a general consent is a consent to. */
  consentChannels: readonly ContactChannel[];
  /** Absent, the roles follow from the headings. */
  columns?: readonly (ImportRole | null)[] | undefined;
};

function sendImport(wishes: ImportWishes, { dryRun }: { dryRun: 'true' | 'false' }) {
  const { file, columns, consentChannels, ...query } = wishes;
  const roles = columns?.map((role) => role ?? '').join(',');
  const asked = consentChannels.join(',');
  return callApi(importLeads, {
    query: { ...query, dryRun, columns: roles, consentChannels: asked },
    body: file,
  });
}

/** What an import would do; it changes nothing. */
export function importPreviewQuery(wishes: ImportWishes) {
  const { file, groupId, columns, consentChannels } = wishes;
  const ofFile = [file.name, file.size, file.lastModified];
  return queryOptions({
    queryKey: ['import-preview', ...ofFile, groupId, columns ?? null, consentChannels],
    queryFn: () => sendImport(wishes, { dryRun: 'true' }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function useImportLeads() {
  return useChange(
    (wishes: ImportWishes) => sendImport(wishes, { dryRun: 'false' }),
    ['leads', 'lead-groups', 'messages'],
  );
}

export function useUndoImport() {
  return useChange(
    (id: string) => callApi(undoImport, { params: { id } }),
    ['leads', 'lead-groups', 'messages'],
  );
}
