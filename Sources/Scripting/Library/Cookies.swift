extension ScriptLibrary {
  /// `pm.cookies` and its jar, which asks the parent's cookies.
  static let cookies = #"""
    class Cookie extends Pair {
      static indexKey = "name";
      static acceptsPairs = true;
      static parseOne(line) {
        const [pair, ...attributes] = line.split(";").map((part) => part.trim());
        const equals = pair.indexOf("=");
        const cookie = { name: pair.slice(0, equals), value: pair.slice(equals + 1) };
        for (const attribute of attributes) {
          const [key, ...value] = attribute.split("=");
          const name = { httponly: "httpOnly", "max-age": "maxAge" }[key.toLowerCase()] ?? key.toLowerCase();
          cookie[name] = value.length > 0 ? value.join("=") : true;
        }
        return cookie;
      }
      update(definition) {
        super.update(definition);
        if (this.key !== undefined && this.name === undefined) {
          this.name = this.key;
          delete this.key;
        }
      }
      valueOf() { return this.value; }
      toString() { return this.name + "=" + this.value; }
    }

    class CookieList extends PropertyList {
      constructor(parent, cookies) { super(Cookie, parent, cookies); }
      static isCookieList(value) { return value instanceof CookieList; }
    }

    /** `pm.cookies.jar()`: each method takes a callback or returns a promise. */
    class CookieJar {
      #ask(question, callback, convert = (value) => value) {
        const answered = new NativePromise((resolve, reject) => {
          ask({ ask: "cookies", ...question, url: text(question.url) }, ({ value, error }) => {
            if (error === undefined) resolve(convert(value));
            else reject(new Error(error.message ?? error));
          });
        });
        if (typeof callback !== "function") return answered;
        then(answered, (value) => callBack(callback, null, value), (error) => callBack(callback, error));
      }

      get(url, name, callback) {
        return this.#ask({ op: "get", url, name: text(name) }, callback, (cookie) => cookie?.value ?? cookie ?? null);
      }
      getAll(url, options, callback) {
        const convert = (cookies) => new CookieList(this, cookies ?? []);
        return this.#ask({ op: "getAll", url }, typeof options === "function" ? options : callback, convert);
      }
      set(url, name, value, callback) {
        const isWhole = typeof name === "object" && name !== null;
        const cookie = isWhole ? new Cookie(name) : value === undefined || typeof value === "function"
          ? new Cookie(text(name)) : new Cookie({ name: text(name), value: text(value) });
        const last = typeof value === "function" ? value : callback;
        return this.#ask({ op: "set", url, cookie: fragment(cookie) }, last, () => cookie);
      }
      unset(url, name, callback) { return this.#ask({ op: "unset", url, name: text(name) }, callback); }
      clear(url, callback) { return this.#ask({ op: "clear", url }, callback); }
    }

    let jobCookies;

    prepare(() => {
      jobCookies = new CookieList(null, job.cookies ?? job.response?.cookies ?? []);
      hide(jobCookies, "jar", () => new CookieJar());
    });
    """#
}
