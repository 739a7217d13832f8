extension ScriptLibrary {
  /// `client`, `response` and `request` as in the HTTP clients of IntelliJ and httpYac.
  static let httpClient = #"""
    const clientScope = (scope) => ({
      get: (name) => scope.get(text(name)), set: (name, value) => { scope.set(text(name), value); },
      isEmpty: () => scope.values.count() === 0, clear: (name) => { scope.unset(text(name)); },
      clearAll: () => scope.clear()
    });

    function clientResponse() {
      const headers = { __proto__: null, ...headerObject(jobResponse.headers) };
      const valuesOf = (name) => jobResponse.headers.allOf(text(name)).map((header) => header.value);
      hide(headers, "valuesOf", valuesOf);
      hide(headers, "valueOf", (name) => valuesOf(name)[0] ?? null);
      const [mimeType, ...parameters] = text(jobResponse.headers.get("Content-Type") ?? "").split(/\s*;\s*/);
      const charset = parameters.find((parameter) => /^charset=/i.test(parameter))?.slice(8);
      const body = bodyValue(jobResponse);
      return {
        status: jobResponse.code, statusCode: jobResponse.code, statusMessage: jobResponse.status, headers, body,
        parsedBody: body, contentType: { mimeType, charset }
      };
    }

    function clientRequest() {
      const shown = (raw) => ({ getRaw: () => raw(), tryGetSubstituted: () => filledIn(raw()) });
      const shownHeader = ({ key, value }) =>
        ({ name: key, getRawValue: () => value, tryGetSubstitutedValue: () => filledIn(value) });
      return {
        method: jobRequest().method, url: shown(() => jobRequest().url.toString()),
        body: shown(() => jobRequest().body?.toString() ?? ""),
        headers: {
          all: () => enabledHeaders().map(shownHeader),
          findByName: (name) => { const header = enabledHeader(name); return header ? shownHeader(header) : null; }
        },
        variables: clientScope(scopes.local), environment: { get: (name) => scopes.environment.get(text(name)) }
      };
    }

    const makeClient = () => ({
      test: (name, body) => { test(name, body); },
      assert(condition, message) {
        const { AssertionError } = chaiParts();
        if (!condition) throw new AssertionError(message === undefined ? "Assertion failed" : text(message));
      },
      log: (...values) => writeLine("log", values), exit() { throw endOfScripts; },
      global: clientScope(scopes.globals),
      variables: { global: clientScope(scopes.globals), environment: clientScope(scopes.environment) }
    });
    """#
}
