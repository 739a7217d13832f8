extension ScriptLibrary {
  /// `res`: the response as Bruno's scripts see it, and as a function that reads a path of its body.
  static let brunoResponse = #"""
    /** Headers by names in lower case; a header that occurs several times has a list only if it sets cookies. */
    function headerObject(list) {
      const headers = {};
      list.each(({ key, value }) => {
        const name = lowerCase(key);
        if (name === "set-cookie") headers[name] = [...(headers[name] ?? []), value];
        else headers[name] = hasOwn(headers, name) ? headers[name] + ", " + value : value;
      });
      return new Proxy(headers, {
        get: (target, name) => typeof name === "symbol" ? target[name] : target[name] ?? target[lowerCase(name)]
      });
    }

    /** A JSON body as a value, any other body as text. */
    function bodyValue(response) {
      const body = response.text();
      if (body === "") return body;
      try {
        return parse(body);
      } catch {
        return body;
      }
    }

    /** The values at a path: `a.b[0]`, `a..b` at any depth, `a[?]` filtered or mapped by the next function. */
    function queried(value, path, ...rules) {
      const tokens = text(path).replace(/\s/g, "").match(/\.\.|\[\?\]|\[\d+\]|[^.[\]]+/g) ?? [];
      let isDeep = false;
      for (const token of tokens) {
        if (value === undefined || value === null) return undefined;
        if (token === "..") { isDeep = true; continue; }
        if (token === "[?]") value = selected(value, rules.shift());
        else if (token[0] === "[") value = value[token.slice(1, -1)];
        else value = isDeep ? valuesBelow(value, token) : member(value, token);
        isDeep = false;
      }
      return value;
    }

    function member(value, name) {
      if (!isArray(value)) return value?.[name];
      return value.map((item) => member(item, name)).flat().filter((item) => item !== undefined && item !== null);
    }

    function valuesBelow(value, name) {
      if (typeof value !== "object" || value === null) return [];
      const own = !isArray(value) && hasOwn(value, name) ? [value[name]].flat() : [];
      const below = keys(value).filter((key) => isArray(value) || key !== name);
      return [...own, ...below.flatMap((key) => valuesBelow(value[key], name))];
    }

    function selected(value, rule) {
      if (rule === undefined) throw new Error("[?] needs a function or an object");
      const isOne = !isArray(value);
      const apply = typeof rule === "function" ? rule : (item) => keys(rule).every((key) => item?.[key] === rule[key]);
      const kept = (isOne ? [value] : value).flatMap((item) => {
        const result = apply(item);
        return result === true ? [item] : result === false || result === undefined || result === null ? [] : [result];
      });
      return isOne ? kept[0] : kept;
    }

    function makeResponse() {
      const res = (path, ...rules) => queried(res.body, path, ...rules);
      const size = () => jobResponse.size();
      const parts = {
        status: () => jobResponse.code, statusText: () => jobResponse.status,
        headers: () => headerObject(jobResponse.headers), body: () => bodyValue(jobResponse),
        responseTime: () => jobResponse.responseTime,
        url: () => job.response.url ?? jobRequest().url.toString()
      };
      if (job.response.trailers) {
        parts.trailers = () => headerObject(new HeaderList(null, job.response.trailers));
        parts.messages = () => callMessages("receive").all().map((message) => message.data);
      }
      for (const name of keys(parts)) {
        const set = (value) =>
          defineProperty(res, name, { value, writable: true, enumerable: true, configurable: true });
        const get = () => { const value = parts[name](); set(value); return value; };
        defineProperty(res, name, { get, set, enumerable: true, configurable: true });
      }
      // The console shows its parts without its functions.
      hide(res, inspection, () => assign({}, ...keys(parts).map((name) => ({ [name]: res[name] }))));
      return assign(res, {
        getStatus: () => res.status, getStatusText: () => res.statusText, getHeaders: () => res.headers,
        getHeader: (name) => res.headers[name], getBody: () => res.body, getResponseTime: () => res.responseTime,
        getUrl: () => res.url, getSize: size, getDataBuffer: () => jobResponse.stream,
        setBody(value) {
          wishes.responseBody = fragment(value);
          res.body = wishes.responseBody ? parse(wishes.responseBody.text) : undefined;
        }
      });
    }
    """#
}
