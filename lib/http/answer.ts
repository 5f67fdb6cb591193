/** What a story answers; the adapter turns it into bytes. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; absent for a 204. */
  readonly body?: unknown;
}

export const ok = (data: unknown): Answer => ({ status: 200, body: { data } });
export const created = (data: unknown): Answer => ({ status: 201, body: { data } });
export const accepted = (data: unknown): Answer => ({ status: 202, body: { data } });
export const noContent = (): Answer => ({ status: 204 });
