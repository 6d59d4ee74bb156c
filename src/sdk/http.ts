/**
 * Deadlines of one client; the defaults are those of the family (`model-protocol` §9.9). A deadline
 * that passes is `overloaded`, retryable.
 */
export interface HttpOptions {
  /** Milliseconds; default 15,000. */
  readonly connectMs?: number | undefined;
  /** Until response headers, milliseconds; default 600,000. */
  readonly headersMs?: number | undefined;
  /** Between two bytes, milliseconds; default 600,000. */
  readonly idleMs?: number | undefined;
  /** Whole request, milliseconds; default none. */
  readonly totalMs?: number | undefined;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as it is; set `content-type` yourself. */
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** When the headers arrived, milliseconds since the epoch. */
  readonly receivedAtMs: number;
  /**
   * The body as it arrives, for one reader: each chunk is all that came since the last. Leaving the
   * loop closes the connection. Throws `ModelFailure`: cut off (`unknown`, retryable), a deadline.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the rest of the body, at most `limitBytes` of it (default 1 MiB), as UTF-8. */
  text(limitBytes?: number): Promise<string>;
}

/** An HTTP client of one configuration. */
export interface Http {
  /**
   * Opens a connection to the origin of `url` in the background, so that the first request does not
   * wait for it. Nothing is sent. A failure is kept quiet: the request tries again and tells.
   *
   * @throws ModelFailure - `invalid_request` when `url` is not an http or https URL.
   */
  connect(url: string): void;
  /**
   * Sends one request; redirects are not followed. Any status is a response.
   *
   * @throws ModelFailure - no response, or a deadline passed (`overloaded`); a certificate that can
   *   not be verified (`unknown`). An abort by `signal` rejects with the signal's reason and closes
   *   the connection.
   */
  request(request: HttpRequest): Promise<HttpResponse>;
  /** Closes idle connections; one in use closes when its request is over. */
  close(): Promise<void>;
}
