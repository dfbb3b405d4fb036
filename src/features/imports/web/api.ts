import { queryOptions } from '@tanstack/react-query';
import { type ContactChannel, type LegalGround } from '#features/compliance/contract.ts';
import { useChange } from '#features/leads/web/api.ts';
import { callApi } from '#ui/calls/call-api.ts';
import {
  getImportUndo,
  type ImportEncoding,
  type ImportRole,
  type ImportUndo,
  importLeads,
  undoImport,
} from '../contract.ts';

export type ImportOptions = {
  file: File;
  groupId: string;
  legalGround: LegalGround;
  /** What a general consent is a consent to. */
  consentChannels: readonly ContactChannel[];
  /** Absent, what the file itself says decides. */
  encoding?: ImportEncoding | undefined;
  sheet?: string | undefined;
  /** Absent, the roles follow from the headings. */
  columns?: readonly (ImportRole | null)[] | undefined;
};

function sendImport(options: ImportOptions, { dryRun }: { dryRun: 'true' | 'false' }) {
  const { file, columns, consentChannels, ...query } = options;
  const roles = columns?.map((role) => role ?? '').join(',');
  const asked = consentChannels.join(',');
  return callApi(importLeads, {
    query: { ...query, dryRun, columns: roles, consentChannels: asked },
    body: file,
  });
}

/** What an import would do; it changes nothing. */
export function importPreviewQuery(options: ImportOptions) {
  const { file, groupId, columns, consentChannels, encoding, sheet } = options;
  const ofFile = [file.name, file.size, file.lastModified];
  return queryOptions({
    queryKey: [
      'import-preview',
      ...ofFile,
      groupId,
      columns ?? null,
      consentChannels,
      encoding ?? null,
      sheet ?? null,
    ],
    queryFn: () => sendImport(options, { dryRun: 'true' }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    // Of another file it would be read as what is in this one.
    placeholderData: (shown, query) =>
      ofFile.every((part, at) => query?.queryKey[at + 1] === part) ? shown : undefined,
  });
}

export function useImportLeads() {
  return useChange(
    (options: ImportOptions) => sendImport(options, { dryRun: 'false' }),
    ['leads', 'lead-groups', 'messages'],
  );
}

const ASKED_AGAIN_AFTER_MS = 1_000;

/** Resolves when the undo is complete. `onLong` is called if that takes more than one call. */
export function useUndoImport(onLong: (undo: ImportUndo) => void) {
  return useChange(
    async (id: string): Promise<ImportUndo> => {
      let undo = await callApi(undoImport, { params: { id } });
      if (!undo.isDone) onLong(undo);
      while (!undo.isDone) {
        await new Promise((resolve) => setTimeout(resolve, ASKED_AGAIN_AFTER_MS));
        // It goes on whether it can be asked or not.
        undo = await callApi(getImportUndo, { params: { id } }).catch(() => undo);
      }
      return undo;
    },
    ['leads', 'lead-groups', 'messages'],
  );
}
