extension ScriptLibrary {
  /// `fetch` and `Headers`, on the sends of the parent.
  static let fetch = #"""
    class Headers {
      #pairs = [];

      constructor(given) {
        const pairs = given instanceof Headers ? [...given] : isArray(given) ? given
          : keys(given ?? {}).map((name) => [name, given[name]]);
        for (const [name, value] of pairs) this.append(name, value);
      }
      append(name, value) { this.#pairs.push([lowerCase(text(name)), text(value)]); }
      set(name, value) { this.delete(name); this.append(name, value); }
      delete(name) { this.#pairs = this.#pairs.filter(([own]) => own !== lowerCase(text(name))); }
      has(name) { return this.#pairs.some(([own]) => own === lowerCase(text(name))); }
      get(name) {
        const found = this.#pairs.filter(([own]) => own === lowerCase(text(name))).map(([, value]) => value);
        return found.length === 0 ? null : found.join(", ");
      }
      getSetCookie() { return this.#pairs.filter(([name]) => name === "set-cookie").map(([, value]) => value); }
      *entries() {
        for (const name of [...new Set(this.#pairs.map(([own]) => own))].sort()) yield [name, this.get(name)];
      }
      *keys() { for (const [name] of this.entries()) yield name; }
      *values() { for (const [, value] of this.entries()) yield value; }
      [Symbol.iterator]() { return this.entries(); }
      forEach(callback, receiver) { for (const [name, value] of this) callback.call(receiver, value, name, this); }
    }

    /** The response of `fetch`. Its body may be read several times. */
    class FetchedResponse {
      #response;
      constructor(response, url) {
        this.#response = response;
        this.status = response.code;
        this.statusText = response.status;
        this.ok = response.code >= 200 && response.code < 300;
        this.url = url;
        this.redirected = false;
        this.type = "basic";
        this.headers = new Headers(response.headers.map(({ key, value }) => [key, value]));
      }
      async text() { return this.#response.text(); }
      async json() { return parse(this.#response.text()); }
      async arrayBuffer() { return new Uint8Array(this.#response.stream).buffer; }
      async bytes() { return new Uint8Array(this.#response.stream); }
      clone() { return this; }
    }

    async function fetch(resource, options = {}) {
      const given = typeof resource === "object" && resource?.url !== undefined ? { ...resource, ...options } : options;
      const url = text(resource?.url ?? resource);
      const headers = {};
      for (const [name, value] of new Headers(given.headers)) headers[name] = value;
      const isText = typeof given.body === "string";
      if (isText && headers["content-type"] === undefined) headers["content-type"] = "text/plain;charset=UTF-8";
      try {
        const response = await sendPlainly({ method: given.method ?? "GET", url, headers, data: given.body });
        return new FetchedResponse(response, url);
      } catch (error) {
        throw new TypeError("fetch failed: " + error.message, { cause: error });
      }
    }
    """#
}
