/** Replaces `@smithy/core/event-streams` in every bundle: no operation that this service calls streams events. */
export const eventStreamSerdeProvider = () => undefined;
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export class EventStreamSerde {
  constructor() {
    throw new Error('Event streams are not part of this bundle.');
  }
}
