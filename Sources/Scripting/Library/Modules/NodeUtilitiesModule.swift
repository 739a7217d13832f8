extension ScriptLibrary {
  /// util of node, without the parts that need a process.
  static let nodeUtilitiesModule = #"""
    const { isEqual } = library.module("schema");
    const { TextEncoder, TextDecoder } = library.module("encoding");
    const { inspect } = library;
    const format = (...values) => library.format(values);
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
