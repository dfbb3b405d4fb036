import { type Agent, AgentForm, CommunicationStyle } from '../contract.ts';

type FormValues = Omit<AgentForm, 'communicationStyle'> & Partial<Pick<AgentForm, 'communicationStyle'>>;

/** What the dialogs show of an agent; a style that is no longer offered has to be chosen again. */
export function formValuesOf(agent: Agent): FormValues {
  const { communicationStyle, ...values } = AgentForm.extend({
    communicationStyle: CommunicationStyle.optional().catch(undefined),
  }).parse(agent);
  return communicationStyle === undefined ? values : { ...values, communicationStyle };
}
