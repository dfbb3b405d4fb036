import { useEffect, useRef, useState } from 'react';
import { TrainingCenterPanel } from '#features/knowledge/web/training-center-panel.tsx';
import { type TrainingTask, TrainingTaskPanel } from '#features/knowledge/web/training-task-panel.tsx';
import { isByKeyboard } from '#ui/focus/last-input.ts';
import { focusQuietly } from '#ui/focus/use-focus-on-open.ts';
import { usePageSubject } from '#ui/page-subject.ts';
import { toast } from '#ui/toast.ts';
import { GoldenQuestionsSection } from './golden-questions-section.tsx';
import { type ChatTurn, useTestChat } from './test-chat.ts';
import { TestChatPanel } from './test-chat-panel.tsx';

type TrainingPanelProps = { agent: { id: string; name: string }; canManage: boolean };

/** Opened below this share of the window, it would go unnoticed. */
const OUT_OF_SIGHT = 0.75;

/** The selected agent at work: on the left what it knows, on the right how it answers. */
export function TrainingPanel({
  agent,
  canManage,
  isShown = false,
}: TrainingPanelProps & {
  /** Comes into sight as it opens. */
  isShown?: boolean;
}) {
  const panel = useRef<HTMLDivElement>(null);
  usePageSubject(agent.name);
  useEffect(() => {
    const heading = panel.current?.querySelector('h2');
    const top = panel.current?.getBoundingClientRect().top ?? 0;
    const isOutOfSight = top >= window.innerHeight * OUT_OF_SIGHT;
    // What had the focus goes out of sight itself where the page moves.
    if (isShown && heading && (isByKeyboard() || isOutOfSight)) focusQuietly(heading);
    if (!isShown || !isOutOfSight) return;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    panel.current?.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' });
  }, [isShown]);
  const [task, setTask] = useState<TrainingTask | null>(null);
  const chat = useTestChat(agent.id);
  const close = () => setTask(null);
  const keep = ({ question, answer }: { question: string; answer: string }): void =>
    setTask({ kind: 'chat_training', draft: { title: question.slice(0, 200), content: answer } });

  return (
    <div
      ref={panel}
      className="mt-6 grid lg:scroll-mt-14 grid-cols-[minmax(0,1fr)] border-t border-line lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
    >
      <TrainingCenterPanel
        agent={agent}
        canManage={canManage}
        onTask={setTask}
        onTrainFromChat={() => {
          const last = chat.turns.findLast((turn) => turn.type === 'bot' && isKept(turn));
          if (last?.type === 'bot' && last.reply) {
            keep({ question: last.question, answer: answerOf(last) });
          } else {
            toast({
              title: 'No answer to keep yet',
              description: `Ask ${agent.name} in the test chat; its last good answer is kept from here.`,
            });
          }
        }}
      >
        <GoldenQuestionsSection agent={agent} canManage={canManage} />
      </TrainingCenterPanel>
      <TestChatPanel
        agent={agent}
        chat={chat}
        onOpenSource={({ knowledgeId, quote }) => setTask({ kind: 'item', id: knowledgeId, quote })}
        onKeep={canManage ? keep : undefined}
        className="pt-5 lg:h-[40rem] lg:border-l lg:border-line lg:pl-6"
      />
      <TrainingTaskPanel agent={agent} task={task} canManage={canManage} onClose={close} />
    </div>
  );
}

function isKept(turn: ChatTurn): boolean {
  return turn.type === 'bot' && turn.reply !== null && turn.reply.answered && turn.reply.escalation === null;
}

function answerOf(turn: ChatTurn & { type: 'bot' }): string {
  const quotes = turn.reply?.citations.map(({ quote }) => quote) ?? [];
  return quotes.length > 0 ? quotes.join('\n\n') : turn.message;
}
