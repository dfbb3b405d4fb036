import type { CustomField } from '#features/custom-fields/contract.ts';
import { customText } from '#features/custom-fields/rules.ts';
import { csvLine } from '#kit/csv.ts';
import { xlsxOf } from '#platform/workbook.ts';
import type { Lead } from '../../contract.ts';
import { CONTACT_STATUS_LABELS, platformLabel, STAGE_LABELS } from '../../rules.ts';

/** What people call lead groups and colleagues, by id. */
type Names = { groups: ReadonlyMap<string, string>; colleagues: ReadonlyMap<string, string> };

/** The columns of an exported list; an import knows its people by them again. */
const COLUMNS: Record<string, (lead: Lead, names: Names) => string> = {
  Name: ({ name }) => name,
  'E-mail': ({ email }) => email ?? '',
  Handle: ({ handle }) => handle ?? '',
  Telephone: ({ phone }) => phone ?? '',
  Company: ({ company }) => company ?? '',
  Platform: ({ platform }) => platformLabel(platform),
  'Lead group': ({ groupId }, { groups }) => groups.get(groupId ?? '') ?? '',
  Score: ({ aiScore }) => aiScore,
  'Not a fit': ({ isNotFit }) => (isNotFit ? 'yes' : ''),
  Stage: ({ stage }) => STAGE_LABELS[stage],
  'Next action': ({ nextAction }) => nextAction,
  'Contact status': ({ contactStatus }) => CONTACT_STATUS_LABELS[contactStatus],
  Owner: ({ ownerId }, { colleagues }) => colleagues.get(ownerId ?? '') ?? '',
  Tags: ({ tags }) => tags.join('; '),
  Country: ({ country }) => country ?? '',
  'Legal ground': ({ legalGround }) => legalGround,
  'May not be written to': ({ isSuppressed }) => (isSuppressed ? 'yes' : ''),
  Signal: ({ behaviorSignal }) => behaviorSignal,
  'Signal link': ({ signalUrl }) => signalUrl ?? '',
  'Last contact': ({ lastContact }) => lastContact ?? '',
  'Added at': ({ createdAt }) => createdAt,
};

type Exported = { names: Names; fields: readonly CustomField[] };
type Column = [heading: string, read: (lead: Lead, names: Names) => string, isNumber: boolean];

/** The columns of leads and one for each custom field, headed by its label. */
function columnsOf(fields: readonly CustomField[]): Column[] {
  return [
    ...Object.entries(COLUMNS).map(([heading, read]): Column => [heading, read, heading === 'Score']),
    ...fields.map(
      ({ key, label, type }): Column => [
        // Two columns of one name could not be told apart by an import.
        label in COLUMNS ? `custom.${key}` : label,
        ({ custom }, { colleagues }) => customText(custom[key], type === 'user' ? colleagues : undefined),
        type === 'number',
      ],
    ),
  ];
}

/** Leads as the lines of a CSV file, one batch after the other. */
export async function* csvOfLeads(
  batches: AsyncIterable<readonly Lead[]>,
  { names, fields }: Exported,
): AsyncGenerator<string> {
  const columns = columnsOf(fields);
  yield `\uFEFF${csvLine(columns.map(([heading]) => heading))}`;
  for await (const leads of batches) {
    yield leads.map((lead) => csvLine(columns.map(([, read]) => read(lead, names)))).join('');
  }
}

/** The same as an Excel workbook; scores are numbers there, so that they can be sorted. */
export async function* xlsxOfLeads(
  batches: AsyncIterable<readonly Lead[]>,
  { names, fields }: Exported,
): AsyncGenerator<Uint8Array> {
  const columns = columnsOf(fields);
  async function* rows() {
    for await (const leads of batches) {
      yield leads.map((lead) =>
        columns.map(([, read, isNumber]) => {
          const text = read(lead, names);
          return isNumber && text !== '' ? Number(text) : text;
        }),
      );
    }
  }
  yield* xlsxOf(rows(), { name: 'Leads', head: columns.map(([heading]) => heading) });
}
