import { LEGAL_GROUND_LABELS } from '#features/compliance/rules-consent.ts';
import type { Lead } from '../../contract.ts';
import type { MergeField } from '../../contract-merge.ts';
import { platformLabel, STAGE_LABELS } from '../../rules.ts';
import type { Names } from '../bulk-actions/bulk-actions.ts';

export const MERGE_FIELD_LABELS: Record<MergeField, string> = {
  name: 'Name',
  email: 'Address',
  handle: 'Handle',
  phone: 'Telephone',
  signal: 'Words and score',
  group: 'Lead group',
  stage: 'Stage',
  owner: 'Owner',
  country: 'Country',
  legalGround: 'Legal ground',
};

/** What a field holds in a record, for people. */
export function fieldWords(field: MergeField, lead: Lead, { groups, colleagues }: Names): string {
  switch (field) {
    case 'name':
      return lead.name;
    case 'email':
      return lead.email ?? '–';
    case 'handle':
      return lead.handle === null ? '–' : `${lead.handle} on ${platformLabel(lead.platform)}`;
    case 'phone':
      return lead.phone ?? '–';
    case 'signal':
      return lead.behaviorSignal === '' ? '–' : `${lead.aiScore}: “${lead.behaviorSignal}”`;
    case 'group':
      return groups.get(lead.groupId ?? '') ?? '–';
    case 'stage':
      return STAGE_LABELS[lead.stage];
    case 'owner':
      return colleagues.get(lead.ownerId ?? '') ?? '–';
    case 'country':
      return lead.country ?? '–';
    case 'legalGround':
      return LEGAL_GROUND_LABELS[lead.legalGround];
  }
}
