extension ScriptLibrary {
  /// The names of Postman's first interface: `tests`, `responseBody`, `postman`, `environment` and so on.
  static let legacy = #"""
    function reportLegacyTests() {
      const { tests } = world;
      if (typeof tests !== "object" || tests === null) return;
      const names = keys(tests);
      for (let index = 0; index < names.length; index++) {
        const value = tests[names[index]];
        reportVerdict(names[index], undefined, value ? undefined
          : { error: "AssertionError", message: `expected ${text(value)} to be truthy` });
      }
    }

    /** The variables of a scope as an object, which scripts may change without effect. A secret is asked for late. */
    function mirrorOf(scope) {
      const mirror = {};
      for (const variable of scope.values.members) {
        if (variable.disabled) continue;
        const put = (value) =>
          defineProperty(mirror, variable.key, { value, writable: true, enumerable: true, configurable: true });
        if (!(variable instanceof SecretVariable)) put(variable.value);
        else {
          const get = () => variable.value;
          defineProperty(mirror, variable.key, { get, set: put, enumerable: true, configurable: true });
        }
      }
      return mirror;
    }

    const asText = (value) => value === false || (value && typeof value.toString === "function")
      ? value.toString() : value;

    /** The methods of `postman` on one scope, and on the object that mirrors it. */
    function legacyScope(noun, scope, mirror) {
      return {
        [`set${noun}Variable`]: (name, value) => { mirror[name] = asText(value); scope.set(name, asText(value)); },
        [`get${noun}Variable`]: (name) => scope.get(name),
        [`clear${noun}Variable`]: (name) => { delete mirror[name]; scope.unset(name); },
        [`clear${noun}Variables`]: () => { for (const name of keys(mirror)) delete mirror[name]; scope.clear(); }
      };
    }

    function legacyRequest() {
      const content = jobRequest().body?.isEmpty() === false ? jobRequest().body : undefined;
      const list = content?.[content.mode];
      return {
        id: job.info?.requestId, name: job.info?.requestName,
        headers: jobRequest().headers.toObject(true, false, true, true), method: jobRequest().method,
        url: jobRequest().url.toString(),
        data: list instanceof PropertyList ? list.toObject(true, true) : content?.mode === "raw" ? content.raw : {}
      };
    }

    const legacyResponse = {
      responseCookies: () => jobCookies.all(),
      responseHeaders: () => {
        const headers = {};
        jobResponse?.headers.each((header) => { headers[header.key] = header.value; });
        return headers;
      },
      responseTime: () => jobResponse ? jobResponse.responseTime : NaN,
      responseCode: () => jobResponse ? jobResponse.details() : { code: NaN, name: "", details: "" },
      responseBody: () => jobResponse?.text()
    };

    // Each script finds these names as if it were the first.
    whenScriptBegins[whenScriptBegins.length] = () => {
      const [environment, globals] = [mirrorOf(scopes.environment), mirrorOf(scopes.globals)];
      expose("tests", {});
      expose("environment", environment);
      expose("globals", globals);
      expose("data", scopes.data.toObject());
      // Under Bruno's rules `request` is that of the interface with `client`.
      if (isPostman) exposeLazily("request", legacyRequest);
      expose("iteration", job.info?.iteration ?? 0);
      const isTest = job.info?.eventName !== "prerequest";
      if (isTest) {
        for (const name of keys(legacyResponse)) exposeLazily(name, legacyResponse[name]);
      }
      expose("postman", {
        ...legacyScope("Environment", scopes.environment, environment),
        ...legacyScope("Global", scopes.globals, globals),
        setNextRequest,
        ...(isTest ? {
          getResponseHeader: (name) => jobResponse?.headers.one(name)?.value,
          getResponseCookie: (name) => jobCookies.one(text(name))
        } : {})
      });
    };
    whenBodyEnds[whenBodyEnds.length] = reportLegacyTests;

    // Libraries that are global names.
    for (const [name, module] of [
      ["_", "lodash"], ["CryptoJS", "crypto-js"], ["tv4", "tv4"], ["cheerio", "cheerio"], ["Backbone", "backbone"]
    ]) exposeLazily(name, () => scriptRequire(module));
    exposeLazily("xml2Json", () => builtIn("xml2Json"));
    exposeLazily("Buffer", () => builtIn("buffer").Buffer);
    for (const name of ["atob", "btoa"]) exposeLazily(name, () => builtIn("base64")[name]);
    for (const name of ["URL", "URLSearchParams"]) exposeLazily(name, () => builtIn("url")[name]);
    for (const name of ["TextEncoder", "TextDecoder"]) exposeLazily(name, () => builtIn("encoding")[name]);
    """#
}
