extension ScriptLibrary {
  /// `axios`, on the sends of the parent.
  static let axios = #"""
    class AxiosError extends Error {
      constructor(message, code, config, response) {
        super(message);
        this.name = "AxiosError";
        this.isAxiosError = true;
        assign(this, { code, config, response, status: response?.status, request: {} });
      }
      toJSON() { return { message: this.message, name: this.name, code: this.code, status: this.status ?? null }; }
    }

    /** A response of a send in the form of axios. */
    function axiosResponse(response, config = {}) {
      const isBinary = config.responseType === "arraybuffer" || config.responseType === "stream";
      const data = isBinary ? response.stream : config.responseType === "text" ? response.text() : bodyValue(response);
      return {
        data, status: response.code, statusText: response.status, headers: headerObject(response.headers), config,
        request: {}, size: response.size(), duration: response.responseTime, responseTime: response.responseTime
      };
    }

    function withQuery(url, params) {
      if (params === undefined || params === null) return url;
      const pairs = typeof params.forEach === "function" && !isArray(params) ? [...params.entries()]
        : keys(params).flatMap((name) => isArray(params[name])
          ? params[name].map((item) => [name + "[]", item]) : [[name, params[name]]]);
      const query = pairs.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) =>
        encodeURIComponent(name) + "=" + encodeURIComponent(typeof value === "object" ? stringify(value) : value));
      return query.length === 0 ? url : url + (url.includes("?") ? "&" : "?") + query.join("&");
    }

    /** The body of a send in Postman's form, and the content type that goes with it. */
    function bodyOf(data) {
      if (data === undefined || data === null) return {};
      const form = "application/x-www-form-urlencoded";
      if (typeof data === "string") return { body: { mode: "raw", raw: data }, type: form };
      if (typeof data.append === "function") return { body: { mode: "raw", raw: text(data) }, type: form };
      if (ArrayBuffer.isView(data) || data instanceof ArrayBuffer) {
        return { body: { mode: "raw", raw: library.Buffer.from(data).toString() }, type: form };
      }
      return { body: { mode: "raw", raw: stringify(data) }, type: "application/json" };
    }

    /** Asks for a send. Header names are those of the script; a content type is added if there is none. */
    function sendPlainly({ method, url, headers, data, timeout }) {
      const { body, type } = bodyOf(data);
      const names = keys(headers);
      const hasType = names.some((name) => lowerCase(name) === "content-type");
      const header = names.filter((name) => headers[name] !== undefined && headers[name] !== null)
        .map((key) => ({ key, value: text(headers[key]) }));
      if (type && !hasType) header.push({ key: "Content-Type", value: type });
      const form = formOf(new Request({ method, url, header, body }));
      return askForResponse({ ask: "send", request: new JSONFragment(stringify({ ...form, timeout })) });
    }

    class Interceptors {
      handlers = [];
      use(fulfilled, rejected) { return this.handlers.push({ fulfilled, rejected }) - 1; }
      eject(index) { this.handlers[index] = undefined; }
      clear() { this.handlers = []; }
    }

    async function sendByAxios(config) {
      const method = lowerCase(text(config.method ?? "get"));
      const { common, [method]: own, ...rest } = config.headers ?? {};
      const headers = { Accept: "application/json, text/plain, */*", ...common, ...own, ...rest };
      for (const name of axiosMethods) if (typeof headers[name] === "object") delete headers[name];
      if (config.auth) {
        const { username = "", password = "" } = config.auth;
        headers.Authorization = "Basic " + library.Buffer.from(username + ":" + password).toString("base64");
      }
      const isWhole = /^([a-z][\w+.-]*:|\{\{)/i.test(config.url ?? "");
      const url = config.baseURL && !isWhole
        ? config.baseURL.replace(/\/+$/, "") + "/" + (config.url ?? "").replace(/^\/+/, "") : config.url;
      let response;
      try {
        const timeout = config.timeout > 0 ? number(config.timeout) : undefined;
        const whole = withQuery(text(url ?? ""), config.params);
        const question = { method, url: whole, headers, data: config.data, timeout };
        response = axiosResponse(await sendPlainly(question), config);
      } catch (error) {
        throw assign(new AxiosError(error.message, error.code ?? "ERR_NETWORK", config), { cause: error });
      }
      for (const transform of [config.transformResponse ?? []].flat()) {
        response.data = transform(response.data, response.headers, response.status);
      }
      const { validateStatus: accepts = (status) => status >= 200 && status < 300 } = config;
      if (!accepts || accepts(response.status)) return response;
      const code = response.status < 500 ? "ERR_BAD_REQUEST" : "ERR_BAD_RESPONSE";
      throw new AxiosError(`Request failed with status code ${response.status}`, code, config, response);
    }

    const axiosMethods = ["get", "delete", "head", "options", "post", "put", "patch"];

    function makeAxios(defaults) {
      const request = (first, second) => {
        const given = typeof first === "string" ? { ...second, url: first } : first ?? {};
        const headers = { ...request.defaults.headers, ...given.headers };
        let sent = NativePromise.resolve({ ...request.defaults, ...given, headers });
        const chain = (handler) => { if (handler) sent = sent.then(handler.fulfilled, handler.rejected); };
        [...request.interceptors.request.handlers].reverse().forEach(chain);
        sent = sent.then(sendByAxios);
        request.interceptors.response.handlers.forEach(chain);
        return sent;
      };
      for (const method of axiosMethods) {
        const hasBody = method[0] === "p";
        request[method] = hasBody ? (url, data, config) => request({ ...config, method, url, data })
          : (url, config) => request({ ...config, method, url });
      }
      return assign(request, {
        request, defaults: { ...defaults, headers: { common: {}, ...defaults.headers } },
        interceptors: { request: new Interceptors(), response: new Interceptors() },
        create: (own = {}) =>
          makeAxios({ ...request.defaults, ...own, headers: { ...request.defaults.headers, ...own.headers } }),
        all: (promises) => NativePromise.all(promises), spread: (callback) => (list) => callback(...list),
        isAxiosError: (error) => error?.isAxiosError === true, AxiosError
      });
    }

    const axios = makeAxios({});
    axios.default = axios;
    """#
}
