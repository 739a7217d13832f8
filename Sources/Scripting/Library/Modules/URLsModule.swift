extension ScriptLibrary {
  /// URLSearchParams, URL, and `url.parse`, `url.format` and `url.resolve` of node.
  static let urlsModule = #"""
    const encodeForm = (text) => encodeURIComponent(text.toWellFormed()).replace(/%20/g, "+")
      .replace(/[!'()~]/g, (character) => "%" + character.charCodeAt(0).toString(16).toUpperCase());
    const decodeForm = (text) => decodePercent(text.replace(/\+/g, " "));
    const formPairs = (text) => text.split("&").filter(Boolean).map((part) => {
      const at = part.indexOf("=");
      return (at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)]).map(decodeForm);
    });
    const changed = Symbol("changed");
    const replacePairs = Symbol("replacePairs");

    class URLSearchParams {
      #pairs = [];
      constructor(given) {
        if (given === undefined || given === null) { return; }
        if (typeof given === "object" || typeof given === "function") {
          const entries = typeof given[Symbol.iterator] === "function" ? Array.from(given, (pair) => [...pair])
            : Object.entries(given);
          if (entries.some((pair) => pair.length !== 2)) {
            throw new TypeError("Each query pair must be an iterable [name, value] tuple");
          }
          this.#pairs = entries.map((pair) => pair.map((part) => String(part).toWellFormed()));
        } else { this.#pairs = formPairs(String(given).toWellFormed().replace(/^\?/, "")); }
      }
      [changed]() {}
      [replacePairs](text) { this.#pairs = formPairs(text); }
      append(name, value) {
        this.#pairs.push([String(name).toWellFormed(), String(value).toWellFormed()]);
        this[changed]();
      }
      delete(name, value) {
        this.#pairs = this.#pairs.filter((pair) =>
          pair[0] !== String(name) || (value !== undefined && pair[1] !== String(value)));
        this[changed]();
      }
      get(name) { return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null; }
      getAll(name) { return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1]); }
      has(name, value) {
        return this.#pairs.some((pair) => pair[0] === String(name)
          && (value === undefined || pair[1] === String(value)));
      }
      set(name, value) {
        const first = this.#pairs.findIndex((pair) => pair[0] === String(name));
        if (first < 0) { this.append(name, value); return; }
        this.#pairs[first][1] = String(value).toWellFormed();
        this.#pairs = this.#pairs.filter((pair, at) => at <= first || pair[0] !== String(name));
        this[changed]();
      }
      sort() {
        this.#pairs.sort((left, right) => left[0] < right[0] ? -1 : left[0] > right[0] ? 1 : 0);
        this[changed]();
      }
      get size() { return this.#pairs.length; }
      forEach(action, self) { for (const [name, value] of this.#pairs) { action.call(self, value, name, this); } }
      *entries() { for (const pair of this.#pairs) { yield [...pair]; } }
      *keys() { for (const pair of this.#pairs) { yield pair[0]; } }
      *values() { for (const pair of this.#pairs) { yield pair[1]; } }
      [Symbol.iterator]() { return this.entries(); }
      toString() { return this.#pairs.map((pair) => pair.map(encodeForm).join("=")).join("&"); }
      get [Symbol.toStringTag]() { return "URLSearchParams"; }
    }

    class URL {
      #parts; #search = new URLSearchParams();
      constructor(input, base) {
        try {
          this.#parts = parsed(String(input), base === undefined ? undefined : parsed(String(base)));
        } catch (error) {
          if (!(error instanceof Invalid)) { throw error; }
          throw Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL", input: String(input) });
        }
        this.#search[replacePairs](this.#parts.query ?? "");
        Object.defineProperty(this.#search, changed, { value: () => {
          const text = this.#search.toString();
          this.#parts.query = text === "" ? null : text;
        } });
      }
      static canParse(input, base) {
        try { return Boolean(new URL(input, base)); } catch { return false; }
      }
      // A setter ignores an invalid value.
      #change(set) {
        const copy = { ...this.#parts };
        try {
          set(copy);
          this.#parts = copy;
        } catch (error) { if (!(error instanceof Invalid)) { throw error; } }
      }
      get href() {
        const { scheme, host, path } = this.#parts;
        const front = host === null ? (Array.isArray(path) && path.length > 1 && path[0] === "" ? "/." : "")
          : "//" + this.#login() + this.host;
        return scheme + front + this.pathname + (this.#parts.query === null ? "" : "?" + this.#parts.query)
          + (this.#parts.fragment === null ? "" : "#" + this.#parts.fragment);
      }
      #login() {
        const { username, password } = this.#parts;
        return username || password ? username + (password ? ":" + password : "") + "@" : "";
      }
      set href(value) {
        const url = new URL(value);
        this.#parts = url.#parts;
        this.#search[replacePairs](this.#parts.query ?? "");
      }
      get origin() {
        const { scheme } = this.#parts;
        if (scheme === "blob:") { return URL.canParse(this.pathname) ? new URL(this.pathname).origin : "null"; }
        return isSpecial(scheme) && scheme !== "file:" ? scheme + "//" + this.host : "null";
      }
      get protocol() { return this.#parts.scheme; }
      set protocol(value) {
        const scheme = /^[a-z][a-z0-9+.-]*/i.exec(String(value))?.[0].toLowerCase();
        if (!scheme || isSpecial(scheme + ":") !== isSpecial(this.#parts.scheme)) { return; }
        this.#change((parts) => { parts.scheme = scheme + ":"; setPort(parts, parts.port); });
      }
      get username() { return this.#parts.username; }
      set username(value) { if (this.#parts.host) { this.#parts.username = encodeUser(String(value)); } }
      get password() { return this.#parts.password; }
      set password(value) { if (this.#parts.host) { this.#parts.password = encodeUser(String(value)); } }
      get host() { return (this.#parts.host ?? "") + (this.#parts.port === "" ? "" : ":" + this.#parts.port); }
      set host(value) {
        if (typeof this.#parts.path === "string") { return; }
        const [, host, port] = /^(\[[^\]]*\]|[^:/?#\\]*)(?::(\d+))?/.exec(String(value));
        if (host === "") { return; }
        this.#change((parts) => {
          parts.host = hostOf(host, isSpecial(parts.scheme));
          if (port !== undefined) { setPort(parts, port); }
        });
      }
      get hostname() { return this.#parts.host ?? ""; }
      set hostname(value) {
        const [, host, after] = /^(\[[^\]]*\]|[^:/?#\\]*)(:?)/.exec(String(value));
        if (host === "" || after === ":" || typeof this.#parts.path === "string") { return; }
        this.#change((parts) => { parts.host = hostOf(host, isSpecial(parts.scheme)); });
      }
      get port() { return this.#parts.port; }
      set port(value) {
        const port = /^\d*/.exec(String(value))[0];
        if (this.#parts.host && (port !== "" || String(value) === "")) { this.#change((parts) => setPort(parts, port));
          }
      }
      get pathname() { return pathText(this.#parts); }
      set pathname(value) {
        if (typeof this.#parts.path === "string") { return; }
        const special = isSpecial(this.#parts.scheme);
        const text = String(value).replace(/\?/g, "%3F").replace(/#/g, "%23").replace(special ? /^[/\\]/ : /^\//, "");
        this.#parts.path = pathOf(text, special, this.#parts.scheme, []);
      }
      get search() { return this.#parts.query ? "?" + this.#parts.query : ""; }
      set search(value) {
        const text = String(value).replace(/^\?/, "");
        const encode = isSpecial(this.#parts.scheme) ? encodeSpecialQuery : encodeQuery;
        this.#parts.query = String(value) === "" ? null : encode(text.toWellFormed());
        this.#search[replacePairs](this.#parts.query ?? "");
      }
      get searchParams() { return this.#search; }
      get hash() { return this.#parts.fragment ? "#" + this.#parts.fragment : ""; }
      set hash(value) {
        this.#parts.fragment = String(value) === "" ? null : encodeFragment(String(value).replace(/^#/,
          "").toWellFormed());
      }
      toString() { return this.href; }
      toJSON() { return this.href; }
      get [Symbol.toStringTag]() { return "URL"; }
    }

    const slashed = /^(?:https?|ftp|file|wss?|gopher):$/i;
    class Url {
      protocol = null; slashes = null; auth = null; host = null; port = null; hostname = null;
      hash = null; search = null; query = null; pathname = null; path = null; href = "";
    }
    function parse(text, withQuery = false, hostAlways = false) {
      if (typeof text !== "string") {
        throw Object.assign(new TypeError('The "url" argument must be of type string. Received '
          + (text === null || text === undefined ? String(text) : `type ${typeof text} (${String(text)})`)),
        { code: "ERR_INVALID_ARG_TYPE" });
      }
      const url = new Url();
      let [, rest, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text.trim());
      rest = rest.replace(/\\/g, "/");
      const scheme = /^[a-z0-9.+-]+:/i.exec(rest)?.[0];
      if (scheme) {
        url.protocol = scheme.toLowerCase();
        rest = rest.slice(scheme.length);
      }
      const isScript = url.protocol === "javascript:";
      if (!isScript && rest.startsWith("//") && (scheme || hostAlways || /^\/\/[^@/]+@[^@/]+/.test(rest))) {
        url.slashes = true;
        rest = rest.slice(2);
      } else if (!isScript && slashed.test(scheme ?? "") && scheme) { url.slashes = false; }
      if (url.slashes || (scheme && !slashed.test(scheme) && url.slashes === true)) {
        let authority = /^[^/]*/.exec(rest)[0];
        rest = rest.slice(authority.length);
        const at = authority.lastIndexOf("@");
        if (at >= 0) { url.auth = decodeURIComponent(authority.slice(0, at)); }
        authority = authority.slice(at + 1);
        const [, name, port] = /^(.*?)(?::(\d*))?$/s.exec(authority);
        url.port = port || null;
        url.hostname = name.startsWith("[") ? name.slice(1, -1).toLowerCase() : toASCII(name.toLowerCase());
        url.host = (name.startsWith("[") ? `[${url.hostname}]` : url.hostname) + (port ? ":" + port : "");
      }
      const escaped = (part) => part?.replace(/[\t\n\r "'<>\\^`{|}]/g, (character) =>
        "%" + (character.charCodeAt(0) + 256).toString(16).slice(1).toUpperCase());
      url.hash = fragment === undefined ? null : "#" + escaped(fragment);
      url.search = query === undefined ? null : "?" + escaped(query);
      url.query = withQuery ? library.module("querystring").parse(query ?? "") : query === undefined ? null
        : escaped(query);
      url.pathname = escaped(rest) || (url.slashes && slashed.test(url.protocol ?? "") && url.hostname ? "/" : null);
      url.path = url.pathname !== null || url.search ? (url.pathname ?? "") + (url.search ?? "") : null;
      url.href = format(url);
      return url;
    }
    function format(url, options = {}) {
      if (typeof url === "string") { return parse(url).href; }
      if (url instanceof URL) {
        const copy = new URL(url.href);
        if (options.fragment === false) { copy.hash = ""; }
        if (options.search === false) { copy.search = ""; }
        if (options.auth === false) { copy.username = copy.password = ""; }
        return copy.href;
      }
      const protocol = url.protocol ? url.protocol.replace(/:?$/, ":") : "";
      const auth = url.auth ? encodeURIComponent(url.auth).replace(/%3A/i, ":") + "@" : "";
      let host = false;
      if (url.host) { host = auth + url.host; } else if (url.hostname) {
        host = auth + (url.hostname.includes(":") ? `[${url.hostname}]` : url.hostname)
          + (url.port ? ":" + url.port : "");
      }
      const query = url.query && typeof url.query === "object" ? library.module("querystring").stringify(url.query)
        : "";
      const search = url.search || (query ? "?" + query : "");
      let pathname = (url.pathname ?? "").replace(/[?#]/g, encodeURIComponent);
      if (url.slashes || slashed.test(protocol)) {
        host = "//" + (host || "");
        if (pathname && !pathname.startsWith("/")) { pathname = "/" + pathname; }
      }
      return protocol + (host || "") + pathname + search.replace(/#/g, "%23").replace(/^(?!\?)(?=.)/, "?")
        + (url.hash ?? "").replace(/^(?!#)(?=.)/, "#");
    }
    function resolve(from, to) {
      const url = new URL(to, new URL(from, "resolve://host/"));
      return url.protocol === "resolve:" ? url.pathname + url.search + url.hash : url.href;
    }
    return {
      URL, URLSearchParams, Url, parse, format, resolve, domainToASCII: toASCII,
      domainToUnicode: (host) => library.module("punycode").toUnicode(host),
      fileURLToPath: (url) => decodeURIComponent(new URL(url).pathname), pathToFileURL: (path) =>
        new URL("file://" + path),
    };
    """#
}
