/** Replacement for `@smithy/core/event-streams` in every bundle. This service calls no operation with event streams. */
export const eventStreamSerdeProvider = () => undefined;
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export class EventStreamSerde {
  constructor() {
    throw new Error('Event streams are not part of this bundle.');
  }
}
