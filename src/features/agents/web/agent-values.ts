import { type Agent, AgentForm, CommunicationStyle } from '../contract.ts';

type FormValues = Omit<AgentForm, 'communicationStyle'> & Partial<Pick<AgentForm, 'communicationStyle'>>;

/** What the dialogs show of an agent; a style that is not on offer any more has to be chosen anew. */
export function formValuesOf(agent: Agent): FormValues {
  const { communicationStyle, ...values } = AgentForm.extend({
    communicationStyle: CommunicationStyle.optional().catch(undefined),
  }).parse(agent);
  return communicationStyle === undefined ? values : { ...values, communicationStyle };
}
