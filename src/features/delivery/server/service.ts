/** What other features need of delivery. */
export { stopChannel } from './messages/channel-stop.ts';
export { messagesTo } from './messages/message-log.ts';
export {
  type DeliveryOutcome,
  type MailOutcome,
  mailOutcome,
  messengerOutcome,
  unsentReason,
} from './queue/delivery-outcome.ts';
export { giveUpFollowUps, scheduleFollowUps } from './queue/delivery-store.ts';
