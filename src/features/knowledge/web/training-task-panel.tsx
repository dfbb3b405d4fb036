import { lazy, Suspense } from 'react';

const KnowledgeDialog = lazy(() =>
  import('./knowledge-dialog.tsx').then((part) => ({ default: part.KnowledgeDialog })),
);
const UploadDialog = lazy(() =>
  import('./upload-dialog.tsx').then((part) => ({ default: part.UploadDialog })),
);
const KnowledgeItemDialog = lazy(() =>
  import('./knowledge-item-dialog.tsx').then((part) => ({
    default: part.KnowledgeItemDialog,
  })),
);

export type TrainingTask =
  | { kind: 'manual' | 'custom_training' | 'upload' }
  | { kind: 'chat_training'; draft: { title: string; content: string } }
  | { kind: 'item'; id: string; quote?: string };

type TrainingTaskPanelProps = {
  agent: { id: string; name: string };
  task: TrainingTask | null;
  canManage: boolean;
  onClose: () => void;
};

/** The dialog of what is being done to the knowledge. */
export function TrainingTaskPanel({ agent, task, canManage, onClose }: TrainingTaskPanelProps) {
  return (
    <Suspense>
      {(task?.kind === 'manual' || task?.kind === 'custom_training') && (
        <KnowledgeDialog agent={agent} type={task.kind} onClose={onClose} />
      )}
      {task?.kind === 'chat_training' && (
        <KnowledgeDialog agent={agent} type="chat_training" draft={task.draft} onClose={onClose} />
      )}
      {task?.kind === 'upload' && <UploadDialog agent={agent} onClose={onClose} />}
      {task?.kind === 'item' && (
        <KnowledgeItemDialog id={task.id} quote={task.quote} canManage={canManage} onClose={onClose} />
      )}
    </Suspense>
  );
}
