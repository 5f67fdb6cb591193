/** Response of a handler, which the Lambda adapter serialises. `schemas/` contains the schemas of the bodies. */
export interface HttpResponse<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON body; absent for status 204. */
  readonly body?: Body;
  /** A file or page that is sent unchanged in place of a JSON body. */
  readonly document?: string | Buffer;
}

interface Data<T> {
  readonly data: T;
}

export const ok = <T>(data: T): HttpResponse<200, Data<T>> => ({ status: 200, body: { data } });
export const created = <T>(data: T): HttpResponse<201, Data<T>> => ({ status: 201, body: { data } });
export const accepted = <T>(data: T): HttpResponse<202, Data<T>> => ({ status: 202, body: { data } });
export const noContent = (): HttpResponse<204, never> => ({ status: 204 });
