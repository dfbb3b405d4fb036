import { useRef, useState } from 'react';
import { newId } from '#kit/id.ts';
import { callLines } from '#ui/calls/call-lines.ts';
import { toast } from '#ui/toast.ts';
import { chatStream, type Persona, TestReply } from '../contract.ts';

export type ChatTurn =
  | { id: number; type: 'user'; message: string }
  | { id: number; type: 'bot'; message: string; question: string; reply: TestReply | null };

/** A private conversation with an agent that is not counted. */
export function useTestChat(agentId: string, persona?: Persona) {
  const [turns, setTurns] = useState<ChatTurn[]>([]);
  const [isPending, setIsPending] = useState(false);
  const conversation = useRef<string>(undefined);
  const nextId = useRef(1);
  /** A question that failed on the way keeps its id: sent again it is the same message. */
  const unanswered = useRef<{ question: string; messageId: string }>(undefined);

  const ask = async (text: string): Promise<boolean> => {
    const question = text.trim();
    if (question === '' || isPending) return false;
    const id = nextId.current;
    const messageId = unanswered.current?.question === question ? unanswered.current.messageId : newId();
    unanswered.current = { question, messageId };
    nextId.current += 2;
    setIsPending(true);
    setTurns((known) => [...known, { id, type: 'user', message: question }]);
    const show = (message: string, reply: TestReply | null) =>
      setTurns((known) => [
        ...known.filter((turn) => turn.id !== id + 1),
        { id: id + 1, type: 'bot', message, question, reply },
      ]);
    try {
      let message = '';
      let last: TestReply | undefined;
      const body = {
        question,
        expertId: agentId,
        messageId,
        ...(conversation.current === undefined ? {} : { sessionId: conversation.current }),
        ...(persona ? { persona } : {}),
      };
      for await (const line of callLines(chatStream, { body })) {
        const part = partOf(line);
        if (typeof part === 'string') {
          message += part;
          show(message, null);
        } else {
          last = part;
        }
      }
      if (!last) throw new Error('the answer broke off');
      conversation.current = last.conversationId;
      unanswered.current = undefined;
      show(last.isWithPerson ? 'A person from the team is answering.' : last.answer, last);
      return true;
    } catch {
      setTurns((known) => known.filter((turn) => turn.id < id));
      toast({
        title: 'Chat Error',
        description: 'Failed to get response. Please try again.',
        variant: 'destructive',
      });
      return false;
    } finally {
      setIsPending(false);
    }
  };

  const restart = (): void => {
    conversation.current = undefined;
    unanswered.current = undefined;
    setTurns([]);
  };
  return { turns, isPending, ask, restart };
}
export type TestChat = ReturnType<typeof useTestChat>;

function partOf(line: unknown): string | TestReply {
  if (typeof line === 'object' && line !== null) {
    if ('text' in line && typeof line.text === 'string') return line.text;
    if ('reply' in line) return TestReply.parse(line.reply);
  }
  throw new Error('the answer cannot be read');
}
