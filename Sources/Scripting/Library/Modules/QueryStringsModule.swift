extension ScriptLibrary {
  /// querystring of node.
  static let queryStringsModule = #"""
    const { utf8Text, latin1Bytes } = library.module("bytes");
    function escape(value) {
      return encodeURIComponent(typeof value === "object" ? String(value) : value);
    }
    function unescape(text) {
      return String(text).replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
        utf8Text(latin1Bytes(run.replace(/%(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16))))));
    }
    const primitive = (value) => typeof value === "string" || typeof value === "bigint" || typeof value === "boolean"
      || Number.isFinite(value) ? String(value) : "";
    function stringify(values, separator = "&", equals = "=", options = {}) {
      if (values === null || typeof values !== "object") { return ""; }
      const encode = options?.encodeURIComponent ?? querystring.escape;
      return Object.keys(values).flatMap((key) => {
        const name = encode(key) + equals;
        return [].concat(values[key]).map((value) => name + encode(primitive(value)));
      }).join(separator || "&");
    }
    function parse(text, separator = "&", equals = "=", options = {}) {
      const values = Object.create(null);
      if (typeof text !== "string" || text === "") { return values; }
      const limit = options?.maxKeys ?? 1000;
      const given = options?.decodeURIComponent ?? querystring.unescape;
      const decode = (part) => {
        const spaced = part.replace(/\+/g, " ");
        try { return given(spaced); } catch { return unescape(spaced); }
      };
      let pairs = text.split(separator || "&");
      if (limit > 0) { pairs = pairs.slice(0, limit); }
      for (const pair of pairs) {
        if (pair === "") { continue; }
        const at = pair.indexOf(equals || "=");
        const key = decode(at < 0 ? pair : pair.slice(0, at));
        const value = at < 0 ? "" : decode(pair.slice(at + (equals || "=").length));
        if (key in values) { values[key] = [].concat(values[key], value); } else { values[key] = value; }
      }
      return values;
    }
    const querystring = { escape, unescape, stringify, encode: stringify, parse, decode: parse };
    return querystring;
    """#
}
