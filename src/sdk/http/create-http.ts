import type { Http, HttpOptions, HttpRequest, HttpResponse } from '../http.ts';
import { trustedCertificates } from './ca.ts';
import { ConnectionPool } from './connection-pool.ts';
import { badSetting, tooSlow } from './failures.ts';
import { placeOf, type Route } from './open-socket.ts';
import { type ProxySettings, proxySettings } from './proxy.ts';
import { RequestScope } from './request-scope.ts';

/** The family's deadlines (`model-protocol` §9.9), milliseconds. */
const DEFAULTS = { connectMs: 15_000, headersMs: 600_000, idleMs: 600_000 };

export interface HttpSetup {
  /** Begins every error message. */
  readonly provider: string;
  /** Where proxy and CA variables are read; never the process's own by itself. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly options?: HttpOptions | undefined;
}

/**
 * Makes the HTTP client of one configuration.
 *
 * @throws ModelFailure - `invalid_request` for a proxy or CA variable that can not work.
 */
export function createHttp(setup: HttpSetup): Http {
  return new PooledHttp(setup);
}

class PooledHttp implements Http {
  readonly #provider: string;
  readonly #options: HttpOptions;
  readonly #proxies: ProxySettings;
  readonly #certificates: readonly string[] | undefined;
  readonly #pool = new ConnectionPool();

  constructor(setup: HttpSetup) {
    this.#provider = setup.provider;
    this.#options = setup.options ?? {};
    this.#proxies = proxySettings(setup.environment, setup.provider);
    this.#certificates = trustedCertificates(setup.environment, setup.provider);
  }

  connect(url: string): void {
    this.#pool.prepare(this.#route(url));
  }

  async request(request: HttpRequest): Promise<HttpResponse> {
    request.signal.throwIfAborted();
    const route = this.#route(request.url);
    const scope = new RequestScope(request.signal);
    const { totalMs } = this.#options;
    if (totalMs !== undefined) {
      scope.limitTotal(totalMs, () => tooSlow(placeOf(route), 'did not finish', totalMs));
    }
    try {
      const connection = await this.#pool.acquire(route, scope.signal);
      return await connection.send(request, scope, {
        headersMs: this.#options.headersMs ?? DEFAULTS.headersMs,
        idleMs: this.#options.idleMs ?? DEFAULTS.idleMs,
        onDone: () => this.#pool.release(route, connection),
      });
    } catch (error) {
      scope.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#pool.close();
  }

  #route(text: string): Route {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      throw badSetting(this.#provider, 'the address of a request is not an http or https URL');
    }
    return {
      provider: this.#provider,
      url,
      proxy: this.#proxies.proxyFor(url),
      certificates: this.#certificates,
      connectMs: this.#options.connectMs ?? DEFAULTS.connectMs,
    };
  }
}
