extension ScriptLibrary {
  /// `Url` as in Postman: the parts of an address that may contain templates.
  static let addresses = #"""
    class QueryParam extends Pair {
      static keepsAll = true;
      static acceptsPairs = true;
      static parseOne(pair) {
        const equals = pair.indexOf("=");
        return equals < 0 ? { key: pair, value: null } : { key: pair.slice(0, equals), value: pair.slice(equals + 1) };
      }
      static parse(query) { return query === "" ? [] : query.split("&").map(QueryParam.parseOne); }
      static unparse(parameters) {
        const members = isArray(parameters) ? parameters : parameters.members ?? [];
        const enabled = members.filter((parameter) => !parameter.disabled);
        return enabled.map((parameter) => new QueryParam(parameter).toString()).join("&");
      }
      toString() {
        const key = escapedInQuery(this.key ?? "");
        return this.value === null || this.value === undefined ? key : key + "=" + escapedInQuery(this.value);
      }
    }

    // Only what would end the parameter is escaped: the rest is sent as it was written.
    const escapedInQuery = (part) => text(part).replace(/[&#]/g, encodeURIComponent);

    class PathVariable extends Variable {
      constructor(definition) {
        super(definition);
        if (this.key === undefined && this.id !== undefined) this.key = this.id;
      }
    }

    class Url {
      constructor(definition) { this.update(definition ?? ""); }

      update(definition) {
        const parts = definition instanceof Url ? definition.toJSON()
          : typeof definition === "object" && definition !== null ? definition : Url.parse(text(definition));
        const list = (part, separator) => typeof part === "string" ? part.split(separator) : part;
        this.auth = parts.auth;
        this.protocol = parts.protocol;
        this.port = parts.port === undefined ? undefined : text(parts.port);
        this.path = list(parts.path === undefined ? undefined : parts.path, "/");
        if (typeof parts.path === "string" && parts.path[0] === "/") this.path.shift();
        this.hash = parts.hash;
        this.host = list(parts.host, ".");
        this.query = new PropertyList(QueryParam, this, parts.query ?? []);
        this.variables = new PropertyList(PathVariable, this, parts.variable ?? parts.variables ?? []);
      }

      static parse(address) {
        const parts = {};
        let rest = address.trim();
        const cut = (mark) => {
          const index = rest.indexOf(mark);
          if (index < 0) return undefined;
          const tail = rest.slice(index + mark.length);
          rest = rest.slice(0, index);
          return tail;
        };
        parts.hash = cut("#");
        const query = cut("?");
        if (query !== undefined) parts.query = QueryParam.parse(query);
        rest = rest.replace(/\\/g, "/");
        const scheme = rest.indexOf("://");
        if (scheme >= 0) {
          parts.protocol = rest.slice(0, scheme);
          rest = rest.slice(scheme + 3);
        }
        const path = cut("/");
        if (path !== undefined) parts.path = path.split("/");
        const at = rest.lastIndexOf("@");
        if (at >= 0) {
          const [user, ...password] = rest.slice(0, at).split(":");
          parts.auth = { user, password: password.length > 0 ? password.join(":") : undefined };
          rest = rest.slice(at + 1);
        }
        const port = rest.match(/^(.*[^:]|):([^:\]]*)$/);
        if (port) [, rest, parts.port] = port;
        if (rest !== "") parts.host = /^\[/.test(rest) ? [rest] : rest.split(".");
        return parts;
      }

      getRaw() { return this.toString(); }

      toString(forcesProtocol) {
        let address = "";
        if (this.protocol) address += /:\/\/$/.test(this.protocol) ? this.protocol : this.protocol + "://";
        else if (forcesProtocol) address += "http://";
        if (this.auth?.user !== undefined) {
          address += this.auth.user + (this.auth.password === undefined ? "" : ":" + this.auth.password) + "@";
        }
        if (this.host) address += this.getHost();
        if (this.port !== undefined) address += ":" + this.port;
        if (this.path) address += this.getPath(true);
        if (this.query.members.some((parameter) => !parameter.disabled)) address += "?" + this.getQueryString();
        if (typeof this.hash === "string") address += "#" + this.hash;
        return address;
      }

      getHost() { return isArray(this.host) ? this.host.join(".") : text(this.host ?? ""); }

      getPath(isUnresolved) {
        if (isUnresolved?.unresolved !== undefined) isUnresolved = isUnresolved.unresolved;
        if (typeof this.path === "string") return this.path;
        if (!this.path) return "/";
        const segments = isUnresolved ? this.path : this.path.map((segment) => {
          const name = typeof segment === "string" && segment[0] === ":" ? segment.slice(1) : undefined;
          return name ? this.variables.get(name) ?? segment : segment;
        });
        return "/" + segments.join("/");
      }

      getQueryString() { return QueryParam.unparse(this.query.members); }
      getPathWithQuery() {
        const query = this.getQueryString();
        return this.getPath() + (query === "" ? "" : "?" + query);
      }
      getRemote() {
        const port = this.port ?? (this.protocol === "https" ? "443" : "80");
        return this.getHost() + ":" + port;
      }
      getOAuth1BaseUrl() { return lowerCase(this.protocol ?? "http") + "://" + this.getHost() + this.getPath(); }

      addQueryParams(parameters) {
        const added = typeof parameters === "string" ? QueryParam.parse(parameters) : parameters;
        this.query.populate(added);
      }

      removeQueryParams(parameters) {
        for (const parameter of [parameters].flat()) this.query.remove(parameter?.key ?? parameter);
      }

      toJSON() {
        const { protocol, auth, port, path, hash, host } = this;
        const [query, variable] = [this.query.toJSON(), this.variables.toJSON()];
        return { protocol, auth, port, path, hash, host, query, variable };
      }

      static isUrl(value) { return value instanceof Url; }
    }
    """#
}
