/** What other features need of notices. */
export { deleteOutboxMail, markNoticeBounced } from './store.ts';
