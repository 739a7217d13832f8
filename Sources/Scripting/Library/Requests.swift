extension ScriptLibrary {
  /// `Request` as in Postman, made from the job and written back into its form.
  static let requests = #"""
    class FormParam extends Pair {
      static keepsAll = true;
      static acceptsPairs = true;
      static parseOne(pair) { return QueryParam.parseOne(pair); }
      toString() { return new QueryParam(this).toString(); }
    }

    class RequestBody {
      constructor(definition) { this.update(definition); }

      update(definition) {
        const given = typeof definition === "string" ? { mode: "raw", raw: definition } : definition ?? {};
        const list = (Type, items) => items === undefined ? undefined :
          new PropertyList(Type, this, typeof items === "string" ? QueryParam.parse(items) : items);
        this.mode = given.mode;
        this.raw = given.raw;
        this.urlencoded = list(QueryParam, given.urlencoded);
        this.formdata = list(FormParam, given.formdata);
        this.file = typeof given.file === "string" ? { src: given.file } : given.file;
        this.graphql = given.graphql;
        this.options = given.options;
        if (given.disabled) this.disabled = true;
      }

      toString() {
        if (this.mode === "urlencoded") return QueryParam.unparse(this.urlencoded?.members ?? []);
        if (this.mode === "raw") return typeof this.raw === "string" ? this.raw : this.raw ? text(this.raw) : "";
        return "";
      }

      isEmpty() {
        const content = this[this.mode];
        if (!this.mode || !content) return true;
        if (content instanceof PropertyList) return content.count() === 0;
        if (this.mode === "file") return !(content.src || content.content);
        return typeof content === "string" ? content.length === 0 : keys(content).length === 0;
      }

      toJSON() {
        const object = {};
        for (const name of keys(this)) if (this[name] !== undefined) object[name] = this[name];
        return object;
      }
    }

    class RequestAuth {
      constructor(definition) { this.update(definition); }
      update(definition) {
        this.type = definition?.type;
        for (const name of keys(definition ?? {})) {
          if (name !== "type") this[name] = new VariableList(this, definition[name]);
        }
      }
      use(type, parameters) { this.type = type; this[type] = new VariableList(this, parameters ?? []); }
      current() { return this[this.type]?.toObject(false, true); }
      parameters() { return this[this.type]; }
      clear(type) { if (type !== "type") delete this[type]; }
      toJSON() {
        const object = { type: this.type };
        for (const name of keys(this)) {
          if (this[name] instanceof PropertyList) {
            object[name] = this[name].members.map(({ key, value, type }) => ({ type, value, key }));
          }
        }
        return object;
      }
    }

    /** The method of a gRPC call keeps its case. */
    const methodOf = (method) => /^\//.test(method) ? method : method.toUpperCase();

    class Request {
      constructor(definition) {
        const isAddress = typeof definition === "string" || definition instanceof Url;
        const given = isAddress ? { url: definition } : definition ?? {};
        this.url = new Url(given.url);
        this.method = methodOf(text(given.method ?? "GET"));
        this.headers = new HeaderList(this, given.header ?? given.headers ?? []);
        if (given.body !== undefined && given.body !== null) this.body = new RequestBody(given.body);
        if (given.auth) this.auth = new RequestAuth(given.auth);
      }

      update(definition) {
        if (definition.url !== undefined) this.url = new Url(definition.url);
        if (definition.method !== undefined) this.method = methodOf(text(definition.method));
        if (definition.header !== undefined) this.headers = new HeaderList(this, definition.header);
        if (definition.body !== undefined) this.body = new RequestBody(definition.body);
        if (definition.auth !== undefined) this.auth = new RequestAuth(definition.auth);
      }

      getHeaders({ ignoreCase, enabled, multiValue, sanitizeKeys } = {}) {
        return this.headers.toObject(enabled, !ignoreCase, multiValue, sanitizeKeys);
      }
      addHeader(header) { this.headers.add(header); }
      removeHeader(header, { ignoreCase } = {}) {
        const name = header instanceof Header ? header.key : header;
        this.headers.remove((item) => item.key === name ||
          (ignoreCase && text(item.key).toLowerCase() === text(name).toLowerCase()));
      }
      upsertHeader(header) { this.headers.upsert(header); }
      forEachHeader(callback) { this.headers.each((header) => callback(header, this)); }
      addQueryParams(parameters) { this.url.addQueryParams(parameters); }
      removeQueryParams(parameters) { this.url.removeQueryParams(parameters); }
      authorizeUsing(type, parameters) {
        if (type === null || type?.type === null) this.auth = undefined;
        else this.auth = new RequestAuth(isPlain(type) ? type : { type, [type]: parameters ?? [] });
      }
      clone() { return new Request(this.toJSON()); }
      size() { return { body: this.body ? utf8Length(this.body.toString()) : 0, header: this.headers.contentSize() }; }

      toJSON() {
        const plain = (part) => part?.toJSON ? part.toJSON() : part;
        return {
          url: plain(this.url), header: plain(this.headers), method: this.method, body: plain(this.body),
          auth: plain(this.auth)
        };
      }

      static isRequest(value) { return value instanceof Request; }
    }

    /** The definition, in Postman's form, of a request in the job's form. */
    function definitionOf(request) {
      const { body } = request;
      const definition = { ...request, header: request.headers, url: Url.parse(request.url ?? "") };
      if (request.pathVariables?.length > 0) definition.url.variable = request.pathVariables;
      if (body?.language !== undefined) {
        const { language, ...rest } = body;
        definition.body = { ...rest, options: { raw: { language } } };
      }
      return definition;
    }

    const listed = (list) => list === undefined || list === null ? []
      : (list instanceof PropertyList ? list.toJSON() : isArray(list) ? list : new HeaderList(null, list).toJSON());

    /** A request in the job's form. Scripts may have put plain values in place of its parts. */
    function formOf(request) {
      const form = {
        method: text(request.method), url: text(request.url instanceof Url || typeof request.url === "string"
          ? request.url : new Url(request.url)),
        headers: listed(request.headers).map((header) => pairOf(header)),
        body: bodyForm(request.body), auth: authForm(request.auth)
      };
      if (request.url?.variables?.members.length > 0) form.pathVariables = request.url.variables.members.map(pairOf);
      return form;
    }

    function pairOf(pair) {
      const form = { key: text(pair.key ?? ""), value: pair.value === undefined ? "" : pair.value };
      if (typeof form.value === "object" && form.value !== null) form.value = text(form.value);
      if (pair.disabled) form.disabled = true;
      return form;
    }

    function bodyForm(given) {
      if (given === undefined || given === null) return null;
      const body = given instanceof RequestBody ? given : new RequestBody(given);
      const { mode } = body;
      if (mode === undefined || body.disabled) return null;
      if (mode === "raw") {
        const form = { mode, raw: body.toString() };
        const language = body.options?.raw?.language;
        if (language !== undefined) form.language = language;
        return form;
      }
      if (mode === "urlencoded") return { mode, urlencoded: listed(body.urlencoded).map((pair) => pairOf(pair)) };
      if (mode === "formdata") {
        return { mode, formdata: listed(body.formdata).map((part) => part.type === "file"
          ? { key: part.key, type: "file", src: part.src, disabled: part.disabled }
          : { ...pairOf(part), type: "text" }) };
      }
      return { mode, [mode]: body[mode] };
    }

    function authForm(given) {
      if (!given || !given.type) return null;
      return (given instanceof RequestAuth ? given : new RequestAuth(given)).toJSON();
    }

    let formBefore;
    /** The settings of scripts beside the parts of `Request`, such as `timeout`, in the words of the job. */
    const requestSettings = {};

    /** A part of the request that Apus takes from elsewhere: scripts may read and change it without effect. */
    const withoutEffect = (parts) => assign(parts, { update(changes) { assign(parts, changes); } });

    const jobRequest = part(["request", "req."], () => {
      const request = new Request(definitionOf(job.request ?? {}));
      defineTo(request);
      const file = () => ({ src: "" });
      hide(request, "certificate", withoutEffect({
        disabled: true, matches: [], key: file(), cert: file(), pfx: file(), passphrase: ""
      }));
      hide(request, "proxy", withoutEffect({ disabled: true, host: "", port: 0, getProxyUrl: () => "" }));
      formBefore = stringify(formOf(request));
      return request;
    });

    function changeOfRequest() {
      if (formBefore === undefined && keys(requestSettings).length === 0) return undefined;
      const form = stringify({ ...formOf(jobRequest()), ...requestSettings });
      return form === formBefore ? undefined : new JSONFragment(form);
    }
    """#
}
