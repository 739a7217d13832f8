extension ScriptLibrary {
  /// util of node, without the parts that need a process.
  static let nodeUtilitiesModule = #"""
    const { isEqual } = library.module("schema");
    const { TextEncoder, TextDecoder } = library.module("encoding");
    const inspect = (value) => library.inspect?.(value) ?? (typeof value === "string" ? `'${value}'`
      : JSON.stringify(value));
    function format(form, ...given) {
      if (typeof form !== "string") { return [form, ...given].map((each) => typeof each === "string" ? each
        : inspect(each)).join(" "); }
      const text = form.replace(/%([sdifjoO%])/g, (whole, kind) => {
        if (kind === "%") { return "%"; }
        if (given.length === 0) { return whole; }
        const value = given.shift();
        switch (kind) {
        case "s": return typeof value === "object" && value !== null ? inspect(value) : String(value);
        case "d": return String(Number(value));
        case "i": return String(parseInt(value, 10));
        case "f": return String(parseFloat(value));
        case "j": return JSON.stringify(value);
        default: return inspect(value);
        }
      });
      return [text, ...given.map((each) => typeof each === "string" ? each : inspect(each))].join(" ");
    }
    return {
      inspect, format, TextEncoder, TextDecoder, isDeepStrictEqual: isEqual, isArray: Array.isArray,
      promisify: (act) => (...given) => new Promise((resolve, reject) =>
        act(...given, (error, value) => error ? reject(error) : resolve(value))),
      callbackify: (act) => (...given) => {
        const done = given.pop();
        act(...given).then((value) => done(null, value), (error) => done(error));
      },
      inherits: (child, parent) => Object.setPrototypeOf(child.prototype, parent.prototype), deprecate: (act) => act,
      types: {
        isDate: (value) => value instanceof Date, isRegExp: (value) => value instanceof RegExp,
        isPromise: (value) => value instanceof Promise, isMap: (value) => value instanceof Map,
        isSet: (value) => value instanceof Set, isNativeError: (value) => value instanceof Error,
      },
    };
    """#
}
