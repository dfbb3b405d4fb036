import { z } from 'zod';
import { ContactChannel, LegalGround } from '#features/compliance/contract.ts';
import { endpoint, FileBody, IdParams } from '#kit/endpoint.ts';
import { TEXT_ENCODINGS } from '#kit/text-encodings.ts';

/** What a column of a file can become; a column without a role is left out. */
export const IMPORT_ROLES = [
  'email',
  'name',
  'firstName',
  'middleName',
  'lastName',
  'company',
  'profileUrl',
  'handle',
  'platform',
  'phone',
  'country',
  'place',
  'signal',
  'note',
  'consent',
  'consentWhatsapp',
  'consentSms',
  'unsubscribed',
  'refusal',
  'refusalWhatsapp',
  'refusalSms',
] as const;
export const ImportRole = z.enum(IMPORT_ROLES);
export type ImportRole = z.infer<typeof ImportRole>;

/** Why a record was not taken over, or what was odd about one that was. */
export const IMPORT_REASONS = [
  'invalid_email',
  'missing_identifier',
  'missing_phone',
  'invalid_phone',
  'invalid_profile_url',
  'too_long',
  'column_count',
  'truncated_record',
  'opted_out',
  'rejected_before',
  'short_row',
  'invalid_date',
  'formula_injection',
  'health_condition',
  'unknown_country',
  'unknown_platform',
  'unclear_consent',
  'unread_consent',
  'duplicate_header',
  'mangled_number',
  'cleaned_address',
  'several_values',
  'not_csv',
  'old_workbook',
  'markup_file',
  'not_a_table',
  'workbook_too_large',
  'sheet_too_large',
  'unknown_sheet',
  'too_many_columns',
  'takes_too_long',
  'takes_too_much_memory',
  'empty_file',
  'no_identifier_column',
  'record_too_long',
  'too_many_rows',
  'sheet_too_large',
] as const;
export const ImportReason = z.enum(IMPORT_REASONS);
export type ImportReason = z.infer<typeof ImportReason>;

/** `row` counts data records from 1, header, preamble and blank records aside; 0 is the file as a whole. */
export const ImportRemark = z.object({
  row: z.number().int(),
  /** Heading of the column, where one is to blame. */
  field: z.string().nullable(),
  reason: ImportReason,
});
export type ImportRemark = z.infer<typeof ImportRemark>;

/** How a text file may be written; of UTF-16 its first bytes say which kind. */
export const ImportEncoding = z.enum(['utf-16', ...TEXT_ENCODINGS]).exclude(['utf-16le', 'utf-16be']);
export type ImportEncoding = z.infer<typeof ImportEncoding>;

/** What a file turned out to be. */
export const ImportFormat = z.object({
  kind: z.enum(['text', 'workbook']),
  encoding: ImportEncoding.nullable(),
  delimiter: z.string().nullable(),
  /** The sheet that is read, and all that a workbook has. */
  sheet: z.string().nullable(),
  sheets: z.array(z.object({ name: z.string(), rows: z.number().int(), isHidden: z.boolean() })),
});
export type ImportFormat = z.infer<typeof ImportFormat>;

export const ImportReport = z.object({
  /** By which it is undone; null for a dry run and where nothing was taken over and nobody left. */
  importId: z.uuid().nullable(),
  rows: z.number().int(),
  /** Neither wrong nor known already. */
  importable: z.number().int(),
  imported: z.number().int(),
  /** The same person as an earlier record of the file or as a lead. */
  duplicates: z.number().int(),
  /** Those of them who stand in the file before: nobody knew them already. */
  repeated: z.number().int(),
  /** People who are leads already and say no by now: what they agreed to is taken back, whichever import is undone. */
  withdrawn: z.number().int(),
  /** Records of people who left by their own word: those of them who were not yet are put on the suppression list. */
  unsubscribed: z.number().int(),
  /** At most 1,000 are listed; `rejectedRows` counts all. */
  errors: z.array(ImportRemark),
  warnings: z.array(ImportRemark),
  rejectedRows: z.number().int(),
  /** Signals and notes that name a health condition; they are left out. */
  healthTexts: z.number().int(),
  /** The listed errors' records as they stand in the file, to be mended and tried again. */
  rejected: z.array(z.object({ row: z.number().int(), cells: z.array(z.string()) })),
  header: z.array(z.string()),
  /** Role of each column, in the order of `header`. */
  columns: z.array(ImportRole.nullable()),
  /** The first records. */
  sample: z.array(z.array(z.string())),
  format: ImportFormat,
});
export type ImportReport = z.infer<typeof ImportReport>;

/** Roles by column, separated by commas: "firstName,lastName,,email". */
const ImportColumns = z
  .string()
  .max(4_000, 'At most 4,000 characters.')
  .transform((text) => text.split(',').map((role) => (role === '' ? null : role)))
  .pipe(z.array(ImportRole.nullable()));

/** Channels separated by commas: "email,whatsapp". */
const ConsentChannels = z
  .string()
  .max(100, 'At most 100 characters.')
  .default('email')
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(ContactChannel).min(1, 'Name at least one channel.'));

export const MAX_IMPORT_BYTES = 200 * 1024 * 1024;

export const importLeads = endpoint({
  method: 'POST',
  path: '/api/leads/import',
  access: 'member',
  summary: 'Import people from a file (CSV, TSV, XLSX), its name in X-Filename; all of it or nothing',
  query: z.object({
    groupId: z.uuid('Choose a lead group.'),
    dryRun: z
      .enum(['true', 'false', '1', '0', ''])
      .default('false')
      .transform((value) => value === 'true' || value === '1'),
    /** Absent, the roles follow from the headings. */
    columns: ImportColumns.optional(),
    /** Absent, it is detected. */
    encoding: ImportEncoding.optional(),
    /** Name of the sheet of a workbook; absent, the one that holds most people. */
    sheet: z.string().max(255, 'At most 255 characters.').optional(),
    legalGround: LegalGround.default('legitimate_interest'),
    /** What these people were asked about: the general consent column, and the ground Consent, open no other channel. */
    consentChannels: ConsentChannels,
  }),
  body: FileBody,
  maxBodyBytes: MAX_IMPORT_BYTES,
  response: ImportReport,
});

export const ImportUndo = z.object({
  /** False while batches remain. They run even if no one waits. */
  isDone: z.boolean(),
  /** People taken back so far. */
  removed: z.number().int(),
  /** Those of the import who are there: once it is done, whom somebody has worked with. */
  kept: z.number().int(),
  /** Leads who may be written to again: their no is taken back, and nothing else says it. */
  reopened: z.number().int(),
});
export type ImportUndo = z.infer<typeof ImportUndo>;

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/leads/imports/:id/undo',
  access: 'member',
  summary:
    'Take back the people that an import added and nobody has moved or written to since, and what it said of who refuses and who left',
  params: IdParams,
  response: ImportUndo,
});

export const getImportUndo = endpoint({
  method: 'GET',
  path: '/api/leads/imports/:id/undo',
  access: 'viewer',
  summary: 'How far the undo of an import is, or what came of it',
  params: IdParams,
  response: ImportUndo,
});
