import { FileText, ListChecks, type LucideIcon, MessageSquare, Pencil } from 'lucide-react';
import type { KnowledgeItem, KnowledgeType } from '../contract.ts';

const TYPE_LABELS: Record<KnowledgeType, string> = {
  manual: 'Manual',
  uploaded_file: 'Uploaded',
  chat_training: 'From chat',
  custom_training: 'Guided',
};

/** Where an item comes from. */
export function originOf({ asset, type }: Pick<KnowledgeItem, 'asset' | 'type'>): string {
  return asset ? 'From content' : TYPE_LABELS[type];
}

export const TYPE_ICONS: Record<KnowledgeType, LucideIcon> = {
  manual: Pencil,
  uploaded_file: FileText,
  chat_training: MessageSquare,
  custom_training: ListChecks,
};

/** So much of an item's content the list shows. */
export const PREVIEW_CHARACTERS = 80;
