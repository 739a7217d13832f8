extension ScriptLibrary {
  /// lodash: the words for objects, kinds of values, texts, numbers and functions; the wrapper `_(value)`.
  static let lodashObjectsModule = #"""
    const sources = (word) => (object, ...rest) => {
      const target = Object(object);
      for (const source of rest) { if (source !== null && source !== undefined) { word(target, source); } }
      return target;
    };
    const assigning = (listing) => sources((target, source) => {
      for (const key of listing(source)) { assignValue(target, key, source[key]); }
    });
    const merging = (target, source) => merge(target, source);
    const flatPaths = (paths) => paths.flatMap((path) => isIndexed(path) ? flattenDepth(path, 1) : [path]);
    Object.assign(words, {
      assign: assigning(keys), assignIn: assigning(keysIn),
      at: (object, ...paths) => flatPaths(paths).map((path) => get(object, path)),
      clone: (value) => clone(value, false), cloneDeep: (value) => clone(value, true),
      cloneDeepWith: (value, customizer) => clone(value, true, customizer),
      cloneWith: (value, customizer) => customizer?.(value) ?? clone(value, false),
      create: (prototype, properties) => Object.assign(Object.create(prototype), properties),
      defaults: sources((target, source) => {
        for (const key of keysIn(source)) {
          const present = target[key];
          if (present === undefined || (same(present, Object.prototype[key]) && !hasOwn(target, key))) {
            target[key] = source[key];
          }
        }
      }),
      defaultsDeep: sources((target, source) => merge(target, source, function keep(present, given) {
        if (isObject(present) && isObject(given)) { return merge(present, given, keep); }
        return present === undefined ? undefined : present;
      })),
      merge: sources(merging),
      mergeWith(object, ...given) {
        const customizer = isFunction(given[given.length - 1]) ? given.pop() : undefined;
        return sources((target, source) => merge(target, source, customizer))(object, ...given);
      },
      findKey: (object, test) => keys(object).find((key) => iteratee(test)(object[key], key, object)),
      findLastKey: (object, test) => keys(object).findLast((key) => iteratee(test)(object[key], key, object)),
      forIn(object, act) { keysIn(object).every((key) => act(object[key], key, object) !== false); return object; },
      forOwn(object, act) { keys(object).every((key) => act(object[key], key, object) !== false); return object; },
      functions: (object) => keys(object).filter((key) => isFunction(object[key])),
      get: (object, path, fallback) => get(object, path, fallback),
      has: (object, path) => hasPath(object, path, hasOwn), hasIn: (object, path) =>
        hasPath(object, path, (o, p) => p in o),
      invert: (object) => Object.fromEntries(keys(object).map((key) => [object[key], key])),
      invertBy: (object, change) => words.groupBy(keys(object), (key) => iteratee(change)(object[key])),
      invoke(object, path, ...given) {
        const parts = pathOf(path, object);
        const owner = parts.length > 1 ? get(object, parts.slice(0, -1)) : object;
        return owner?.[parts[parts.length - 1]]?.(...given);
      },
      keys, keysIn, values, valuesIn: (object) => keysIn(object).map((key) => object[key]),
      mapKeys: (object, change) => Object.fromEntries(keys(object).map((key) =>
        [iteratee(change)(object[key], key, object), object[key]])),
      mapValues: (object, change) => Object.fromEntries(keys(object).map((key) =>
        [key, iteratee(change)(object[key], key, object)])),
      omit(object, ...paths) {
        if (object === null || object === undefined) { return {}; }
        const parts = flatPaths(paths).map((path) => pathOf(path, object));
        let copy = Object.fromEntries(keysIn(object).map((key) => [key, object[key]]));
        if (parts.some((part) => part.length > 1)) { copy = clone(copy, true); }
        for (const part of parts) { words.unset(copy, part); }
        return copy;
      },
      omitBy: (object, test) => words.pickBy(object, (value, key) => !iteratee(test)(value, key)),
      pick(object, ...paths) {
        const result = {};
        for (const path of flatPaths(paths)) {
          if (object !== null && object !== undefined && words.hasIn(object, path)) {
            words.set(result, pathOf(path, object), get(object, path));
          }
        }
        return result;
      },
      pickBy: (object, test) => Object.fromEntries(keysIn(object).map((key) => [key, object[key]])
        .filter(([key, value]) => iteratee(test)(value, key))),
      result(object, path, fallback) {
        const value = get(object, path, fallback);
        const owner = pathOf(path, object).length > 1 ? get(object, pathOf(path, object).slice(0, -1)) : object;
        return isFunction(value) ? value.call(owner) : value;
      },
      set: (object, path, value) => update(object, path, () => value), update,
      setWith: (object, path, value) => update(object, path, () => value),
      toPairs: (object) => object instanceof Map ? [...object] : object instanceof Set
        ? [...object].map((each) => [each, each])
        : keys(object).map((key) => [key, object[key]]),
      toPairsIn: (object) => keysIn(object).map((key) => [key, object[key]]),
      transform(object, act, start) {
        const result = start ?? (Array.isArray(object) ? [] : isObject(object)
          ? Object.create(Object.getPrototypeOf(object)) : {});
        visit(object, (value, key) => act(result, value, key, object));
        return result;
      },
      unset(object, path) {
        const parts = pathOf(path, object);
        const owner = parts.length > 1 ? get(object, parts.slice(0, -1)) : object;
        return owner === null || owner === undefined || Reflect.deleteProperty(Object(owner), parts[parts.length - 1]);
      },
      castArray: (...given) => given.length === 0 ? [] : [].concat(given[0] === undefined ? [undefined] : given[0]),
      eq: same, gt: (a, b) => a > b, gte: (a, b) => a >= b, lt: (a, b) => a < b, lte: (a, b) => a <= b,
      isArguments, isArray: Array.isArray, isArrayBuffer: (value) => tagOf(value) === "ArrayBuffer", isArrayLike,
      isArrayLikeObject: (value) => isObjectLike(value) && isArrayLike(value),
      isBoolean: (value) => typeof value === "boolean" || (isObjectLike(value) && tagOf(value) === "Boolean"),
      isBuffer: (value) => library.module("buffer").Buffer.isBuffer(value),
      isDate: (value) => isObjectLike(value) && tagOf(value) === "Date", isElement: () => false,
      isEmpty(value) {
        if (value === null || value === undefined) { return true; }
        if (isArrayLike(value) && (typeof value === "string" || isIndexed(value) || isFunction(value.splice)
          || ArrayBuffer.isView(value))) { return value.length === 0; }
        return value instanceof Map || value instanceof Set ? value.size === 0 : keys(value).length === 0;
      },
      isEqual, isEqualWith: (left, right, customizer) => isEqualWith(left, right, customizer),
      isError: (value) => value instanceof Error || (isObjectLike(value) && tagOf(value) === "Error"),
      isFinite: (value) => Number.isFinite(value), isFunction, isInteger: (value) => Number.isInteger(value),
      isLength: (value) => Number.isSafeInteger(value) && value >= 0, isMap: (value) => tagOf(value) === "Map",
      isMatch: (object, source) => object === source || isMatchWith(object, source), isMatchWith,
      isNaN: (value) => words.isNumber(value) && value != +value, isNative: () => false,
      isNil: (value) => value === null || value === undefined, isNull: (value) => value === null,
      isNumber: (value) => typeof value === "number" || (isObjectLike(value) && tagOf(value) === "Number"),
      isObject, isObjectLike, isPlainObject, isRegExp: (value) => isObjectLike(value) && tagOf(value) === "RegExp",
      isSafeInteger: (value) => Number.isSafeInteger(value), isSet: (value) => tagOf(value) === "Set",
      isString: (value) => typeof value === "string" || (!Array.isArray(value) && isObjectLike(value)
        && tagOf(value) === "String"),
      isSymbol, isTypedArray: (value) => ArrayBuffer.isView(value) && tagOf(value) !== "DataView",
      isUndefined: (value) => value === undefined, isWeakMap: (value) => tagOf(value) === "WeakMap",
      toArray: (value) => !value ? [] : typeof value === "string" ? [...value] : isArrayLike(value) ? [...listOf(value)]
        : isFunction(value[Symbol.iterator]) ? [...value] : values(value),
      toFinite, toInteger, toNumber, toString: baseToString, toPath: (value) => [...toPath(value)],
      toLength: (value) => Math.min(Math.max(toInteger(value), 0), 4294967295),
      toSafeInteger: (value) => Math.min(Math.max(toInteger(value), -9007199254740991), 9007199254740991),
      toPlainObject: (value) => Object.fromEntries(keysIn(value).map((key) => [key, value[key]])),
    });

    const deburr = (text) => baseToString(text).normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")
      .replace(/[ßæÆœŒøØđĐłŁþÞ]/g, (letter) => ({
        "ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ł": "l",
          "Ł": "L",
        "þ": "th", "Þ": "Th",
      })[letter]);
    const ordinal = "\\d*(?:1st|2nd|3rd|(?![123])\\dth)(?=\\b|[A-Z_])";
    const wordPattern = new RegExp(
      `${ordinal}|\\d+|\\p{Lu}?\\p{Ll}+(?:['’](?:d|ll|m|re|s|t|ve))?(?=[^\\p{Ll}]|$)`
      + "|(?:\\p{Lu}|[^\\p{Ll}\\p{Lu}\\p{N}\\p{P}\\p{Z}\\p{S}\\p{C}])+?(?=\\p{Lu}\\p{Ll}|[^\\p{L}]|$)"
      + "|\\p{Lu}+(?:['’](?:D|LL|M|RE|S|T|VE))?|\\p{L}+|\\p{So}", "gu");
    const wordsOf = (text, pattern = wordPattern) => baseToString(text).match(pattern) ?? [];
    const plainWords = (text) => wordsOf(deburr(text).replace(/['’]/g, ""));
    const upperFirst = (text) => { const [first = "", ...rest] = baseToString(text); return first.toUpperCase()
      + rest.join(""); };
    const htmlNames = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
    function padded(text, width, filler = " ") {
      const count = Math.max(0, toInteger(width) - [...text].length);
      const unit = [...baseToString(filler)];
      return unit.length === 0 ? "" : Array.from({ length: count }, (_, at) => unit[at % unit.length]).join("");
    }
    function trimmed(text, characters, pattern) {
      const value = baseToString(text);
      if (characters === undefined) { return value.replace(pattern("\\s"), ""); }
      const set = [...baseToString(characters)].map((each) => each.replace(/[\\\]^-]/g, "\\$&")).join("");
      return set === "" ? value : value.replace(pattern(`[${set}]`), "");
    }
    function template(text, options = {}) {
      const settings = { ...lodash.templateSettings, ...options };
      const none = /($^)/;
      const tags = [settings.escape ?? none, settings.interpolate ?? none, /\$\{([^\\}]*(?:\\.[^\\}]*)*)\}/,
        settings.evaluate ?? none];
      const pattern = new RegExp(tags.map((each) => each.source).join("|") + "|$", "g");
      let at = 0, code = "let _p = '';\nwith (obj) {\n";
      baseToString(text).replace(pattern, (match, escaped, value, literal, statement, offset) => {
        code += `_p += ${JSON.stringify(text.slice(at, offset))};\n`;
        const shown = value ?? literal;
        if (escaped !== undefined) { code += `_p += _.escape(${escaped});\n`; }
        if (shown !== undefined) {
          code += `{ const _t = (${shown}); _p += _t === null || _t === undefined ? '' : _t; }\n`;
        }
        if (statement !== undefined) { code += `${statement}\n`; }
        at = offset + match.length;
        return match;
      });
      const run = new Function("obj", "_", `${code}}\nreturn _p;`);
      return (data) => run(data ?? {}, lodash);
    }
    Object.assign(words, {
      words: wordsOf, deburr, template,
      camelCase: (text) => plainWords(text).map((word, at) => at === 0 ? word.toLowerCase()
        : words.capitalize(word)).join(""),
      kebabCase: (text) => plainWords(text).join("-").toLowerCase(), lowerCase: (text) =>
        plainWords(text).join(" ").toLowerCase(),
      snakeCase: (text) => plainWords(text).join("_").toLowerCase(), upperCase: (text) =>
        plainWords(text).join(" ").toUpperCase(),
      startCase: (text) => plainWords(text).map(upperFirst).join(" "), upperFirst,
      lowerFirst: (text) => { const [first = "", ...rest] = baseToString(text); return first.toLowerCase()
        + rest.join(""); },
      capitalize: (text) => upperFirst(baseToString(text).toLowerCase()),
      toLower: (text) => baseToString(text).toLowerCase(), toUpper: (text) => baseToString(text).toUpperCase(),
      startsWith: (text, start, at) => baseToString(text).startsWith(baseToString(start), at),
      endsWith: (text, end, at) => baseToString(text).endsWith(baseToString(end), at),
      escape: (text) => baseToString(text).replace(/[&<>"']/g, (each) => htmlNames[each]),
      unescape: (text) => baseToString(text).replace(/&(?:amp|lt|gt|quot|#39);/g, (each) =>
        Object.keys(htmlNames).find((key) => htmlNames[key] === each)),
      escapeRegExp: (text) => baseToString(text).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
      pad(text, width, filler) {
        const value = baseToString(text), count = toInteger(width) - [...value].length;
        const length = (share) => share + [...value].length;
        return count <= 0 ? value : padded(value, length(Math.floor(count / 2)), filler) + value
          + padded(value, length(Math.ceil(count / 2)), filler);
      },
      padEnd: (text, width, filler) => baseToString(text) + padded(baseToString(text), width, filler),
      padStart: (text, width, filler) => padded(baseToString(text), width, filler) + baseToString(text),
      parseInt: (text, radix) => parseInt(baseToString(text).trimStart(), radix || 0),
      repeat: (text, count) => countOf(count) < 1 ? "" : baseToString(text).repeat(countOf(count)),
      replace: (text, ...given) => baseToString(text).replace(...given),
      split: (text, separator, limit) => baseToString(text).split(separator, limit),
      trim: (text, characters) => trimmed(text, characters, (set) => new RegExp(`^${set}+|${set}+$`, "gu")),
      trimEnd: (text, characters) => trimmed(text, characters, (set) => new RegExp(`${set}+$`, "u")),
      trimStart: (text, characters) => trimmed(text, characters, (set) => new RegExp(`^${set}+`, "u")),
      truncate(text, { length = 30, omission = "...", separator } = {}) {
        const all = [...baseToString(text)];
        if (all.length <= length) { return all.join(""); }
        const cut = all.slice(0, Math.max(0, length - [...omission].length)).join("");
        if (separator === undefined || length <= omission.length) { return length < 1 ? omission : cut + omission; }
        const places = [...cut.matchAll(separator instanceof RegExp ? new RegExp(separator.source, "g")
          : new RegExp(words.escapeRegExp(separator), "g"))];
        return (places.length > 0 ? cut.slice(0, places[places.length - 1].index) : cut) + omission;
      },
    });
    """#
}
