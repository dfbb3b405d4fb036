import { Persona } from '../contract.ts';
import { useTestChat } from './test-chat.ts';
import { TestChatPanel } from './test-chat-panel.tsx';

type DraftChatPanelProps = { agent: { id: string; name: string }; draft: object; className?: string };

/** A test chat with the persona in the form, saved or not. */
export function DraftChatPanel({ agent, draft, className }: DraftChatPanelProps) {
  const chat = useTestChat(agent.id, Persona.safeParse(draft).data);
  return <TestChatPanel agent={agent} chat={chat} className={className} />;
}
