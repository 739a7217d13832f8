extension ScriptLibrary {
  /// `req`: the request as Bruno's scripts see it.
  static let brunoRequest = #"""
    /** Headers as an object whose changes change the request. Names are compared without their case. */
    const requestHeaders = () => new Proxy({}, {
      get: (headers, name) => typeof name === "symbol" ? undefined : enabledHeader(name)?.value,
      has: (headers, name) => typeof name !== "symbol" && enabledHeader(name) !== undefined,
      set: (headers, name, value) => { jobRequest().headers.upsert({ key: name, value: text(value) }); return true; },
      deleteProperty: (headers, name) => { jobRequest().headers.remove(text(name)); return true; },
      ownKeys: () => [...new Set(enabledHeaders().map((header) => header.key))],
      getOwnPropertyDescriptor: (headers, name) => {
        const header = typeof name === "symbol" ? undefined : enabledHeader(name);
        return header && { value: header.value, writable: true, enumerable: true, configurable: true };
      }
    });

    const enabledHeaders = () => jobRequest().headers.filter((header) => !header.disabled);
    const enabledHeader = (name) => {
      const wanted = lowerCase(text(name));
      return enabledHeaders().findLast((header) => lowerCase(header.key) === wanted);
    };

    const isJSONBody = () => jobRequest().body?.options?.raw?.language === "json" ||
      /json/i.test(enabledHeader("content-type")?.value ?? "");

    const rowsOf = (list) => (list?.all() ?? []).map(({ key, value, src, type, disabled }) =>
      ({ name: key, value: type === "file" ? src : value, type, enabled: !disabled }));

    function requestBody({ raw } = {}) {
      const { body } = jobRequest();
      if (!body) return undefined;
      if (body.mode === "raw") {
        if (raw || !isJSONBody()) return body.raw;
        try {
          return parse(body.raw);
        } catch {
          // A body with templates is not JSON yet.
          return body.raw;
        }
      }
      if (body.mode === "urlencoded") return raw ? body.toString() : rowsOf(body.urlencoded);
      return body.mode === "formdata" ? rowsOf(body.formdata) : body[body.mode];
    }

    function setRequestBody(value, { raw } = {}) {
      const mode = jobRequest().body?.mode;
      const isForm = mode === "urlencoded" || mode === "formdata";
      if (!raw && isForm && typeof value === "object" && value !== null) {
        const rows = isArray(value)
          ? value.map(({ name, key, value, enabled }) => ({ key: key ?? name, value, disabled: enabled === false }))
          : keys(value).map((key) => ({ key, value: text(value[key]) }));
        jobRequest().body = new RequestBody({ mode, [mode]: rows });
      } else if (!raw && mode === "graphql" && isPlain(value) && "query" in value) {
        jobRequest().body = new RequestBody({ mode, graphql: value });
      } else if (value === undefined || value === null) {
        jobRequest().body = undefined;
      } else {
        const isText = typeof value === "string";
        const language = isText ? jobRequest().body?.options?.raw?.language : "json";
        jobRequest().body = new RequestBody({
          mode: "raw", raw: isText ? value : stringify(value), options: language && { raw: { language } }
        });
      }
    }

    function setRequestURL(url) {
      // The values of path parameters stay, as they belong to the request.
      const variable = jobRequest().url.variables.toJSON();
      jobRequest().url.update({ ...Url.parse(text(url)), variable });
    }

    function setRequestHeaders(headers) {
      jobRequest().headers.clear();
      for (const name of keys(headers)) jobRequest().headers.add({ key: name, value: text(headers[name]) });
    }

    function completeURL() {
      try {
        return new (builtIn("url").URL)(filledIn(jobRequest().url.toString()));
      } catch {
        return undefined;
      }
    }

    const requestTimeout = () => requestSettings.timeout ?? job.request?.timeout ?? 0;
    const requestTags = () => [...(job.request?.tags ?? [])];
    const authMode = () => job.info?.authMode ?? jobRequest().auth?.type ?? "none";
    const pathParameters = () =>
      jobRequest().url.variables.map(({ key, value }) => ({ name: key, value, type: "path" }));

    const brunoRequest = {
      getUrl: () => jobRequest().url.toString(), setUrl: setRequestURL,
      getHost: () => completeURL()?.host ?? "", getPath: () => completeURL()?.pathname ?? "",
      getQueryString: () => completeURL()?.search.slice(1) ?? "", getPathParams: pathParameters,
      getMethod: () => jobRequest().method, setMethod(method) { jobRequest().method = text(method); },
      getHeader: (name) => enabledHeader(name)?.value, getHeaders: requestHeaders,
      setHeader(name, value) { jobRequest().headers.upsert({ key: text(name), value: text(value) }); },
      setHeaders: setRequestHeaders, deleteHeader(name) { jobRequest().headers.remove(text(name)); },
      deleteHeaders(names) { for (const name of names) jobRequest().headers.remove(text(name)); },
      getBody: requestBody, setBody: setRequestBody,
      getTimeout: requestTimeout, setTimeout(ms) { requestSettings.timeout = number(ms); },
      setMaxRedirects(count) { requestSettings.maxRedirects = number(count); },
      getName: () => job.info?.requestName, getTags: requestTags, getAuthMode: authMode,
      getExecutionMode: () => job.info?.isRunner ? "runner" : "standalone", getExecutionPlatform: () => "cli",
      disableParsingResponseJson() {}, onFail() {}, skip() { wishes.skip = true; }
    };

    const requestProperties = {
      url: [brunoRequest.getUrl, setRequestURL], method: [brunoRequest.getMethod, brunoRequest.setMethod],
      headers: [requestHeaders, setRequestHeaders], body: [requestBody, setRequestBody],
      timeout: [requestTimeout, brunoRequest.setTimeout], name: [brunoRequest.getName], tags: [requestTags],
      pathParams: [pathParameters], authMode: [authMode]
    };
    for (const name of keys(requestProperties)) {
      const [read, write = () => {}] = requestProperties[name];
      defineProperty(brunoRequest, name, { get: () => read(), set: (value) => write(value), enumerable: true });
    }
    hide(brunoRequest, inspection, () => parse(stringify(brunoRequest)));
    """#
}
