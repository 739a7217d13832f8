extension ScriptLibrary {
  /// lodash: paths, iteratees, comparison and copies, which the other words build on.
  static let lodashValuesModule = #"""
    const { hasOwn } = Object;
    const isObject = (value) => value !== null && (typeof value === "object" || typeof value === "function");
    const isObjectLike = (value) => value !== null && typeof value === "object";
    const isFunction = (value) => typeof value === "function";
    const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1);
    const isArrayLike = (value) => value !== null && value !== undefined && !isFunction(value)
      && Number.isSafeInteger(value.length) && value.length >= 0;
    const isArguments = (value) => isObjectLike(value) && tagOf(value) === "Arguments";
    function isPlainObject(value) {
      if (!isObjectLike(value) || tagOf(value) !== "Object") { return false; }
      const prototype = Object.getPrototypeOf(value);
      return prototype === null || (hasOwn(prototype, "constructor") && isFunction(prototype.constructor)
        && Function.prototype.toString.call(prototype.constructor) === Function.prototype.toString.call(Object));
    }
    const isSymbol = (value) => typeof value === "symbol";
    const same = (left, right) => left === right || (left !== left && right !== right);
    const baseToString = (value) => value === null || value === undefined ? ""
      : Array.isArray(value) ? value.map((each) => each === null || each === undefined ? `${each}`
        : baseToString(each)).join(",")
        : Object.is(value, -0) ? "-0" : isSymbol(value) ? value.toString() : `${value}`;

    const pathPart = /[^.[\]]+|\[(?:(-?\d+(?:\.\d+)?)|(["'])((?:(?!\2)[^\\]|\\.)*?)\2)\]|(?=(?:\.|\[\])(?:\.|\[\]|$))/g;
    function toPath(value) {
      if (Array.isArray(value)) { return value.map((key) => isSymbol(key) ? key : keyText(key)); }
      const parts = [];
      const text = baseToString(value);
      if (text.startsWith(".")) { parts.push(""); }
      text.replace(pathPart, (match, number, quote, quoted) => {
        parts.push(quote ? quoted.replace(/\\(\\)?/g, "$1") : number ?? match);
        return "";
      });
      return parts;
    }
    const keyText = (key) => Object.is(key, -0) ? "-0" : typeof key === "object" ? baseToString(key) : `${key}`;
    function pathOf(path, object) {
      if (Array.isArray(path)) { return toPath(path); }
      if (isSymbol(path)) { return [path]; }
      if (typeof path !== "string" || /^\w*$/.test(path)) { return [keyText(path)]; }
      return object !== null && object !== undefined && path in Object(object) ? [path] : toPath(path);
    }
    function get(object, path, fallback) {
      const parts = pathOf(path, object);
      let value = object, at = 0;
      while (value !== null && value !== undefined && at < parts.length) { value = value[parts[at++]]; }
      const found = at > 0 && at === parts.length ? value : undefined;
      return found === undefined ? fallback : found;
    }
    function hasPath(object, path, test) {
      let value = object;
      const parts = pathOf(path, object);
      for (const [at, part] of parts.entries()) {
        if (value === null || value === undefined || !test(Object(value), part)) {
          return at === parts.length - 1 && isArrayLike(value) && /^(?:0|[1-9]\d*)$/.test(part) && part < value.length;
        }
        value = value[part];
      }
      return parts.length > 0;
    }
    const isIndex = (part) => /^(?:0|[1-9]\d*)$/.test(part);
    function update(object, path, change) {
      if (!isObject(object)) { return object; }
      const parts = pathOf(path, object);
      let target = object;
      for (const [at, part] of parts.entries()) {
        if (part === "__proto__" || part === "constructor" || part === "prototype") { return object; }
        if (at === parts.length - 1) { assignValue(target, part, change(target[part])); } else {
          if (!isObject(target[part])) { assignValue(target, part, isIndex(parts[at + 1]) ? [] : {}); }
          target = target[part];
        }
      }
      return object;
    }
    function assignValue(object, key, value) {
      if (key === "__proto__") {
        Object.defineProperty(object, key, { configurable: true, enumerable: true, value, writable: true });
      } else { Reflect.set(object, key, value); }
    }
    const keys = (value) => isArrayLike(value) ? Array.from({ length: value.length }, (_, at) => String(at))
      .concat(typeof value === "string" ? [] : Object.keys(value).filter((key) =>
        !(isIndex(key) && key < value.length)))
      : value === null || value === undefined ? [] : Object.keys(Object(value));
    function keysIn(value) {
      const found = isArrayLike(value) ? keys(value) : [];
      for (const key in Object(value ?? {})) { if (!found.includes(key)) { found.push(key); } }
      return found;
    }
    const values = (value) => keys(value).map((key) => value[key]);
    const listOf = (value) => Array.isArray(value) ? value : isArrayLike(value) ? Array.from({ length: value.length },
      (_, at) => value[at]) : value === null || value === undefined ? [] : values(value);

    function isEqualWith(left, right, customizer, seen = new Map(), key, parents = []) {
      const decided = customizer?.(left, right, key, ...parents);
      if (decided !== undefined) { return Boolean(decided); }
      if (same(left, right)) { return true; }
      if (left === null || right === null || (!isObjectLike(left) && !isObjectLike(right))) { return false; }
      const tag = isArguments(left) ? "Object" : tagOf(left);
      if (tag !== (isArguments(right) ? "Object" : tagOf(right))) { return false; }
      if (seen.get(left) === right) { return true; }
      if (isObjectLike(left)) { seen.set(left, right); }
      const equal = (a, b, name) => isEqualWith(a, b, customizer, seen, name, [left, right]);
      switch (tag) {
      case "Date": case "Boolean": case "Number": return same(+left, +right);
      case "String": case "RegExp": return String(left) === String(right);
      case "Error": return left.name === right.name && left.message === right.message;
      case "Symbol": return left.valueOf() === right.valueOf();
      case "ArrayBuffer": return equal([...new Uint8Array(left)], [...new Uint8Array(right)]);
      case "Map": return left.size === right.size && [...left].every(([name, value]) => right.has(name)
        ? equal(value, right.get(name), name) : [...right].some((pair) => equal([name, value], pair)));
      case "Set": return left.size === right.size
        && [...left].every((value) => right.has(value) || [...right].some((other) => equal(value, other)));
      case "Promise": case "WeakMap": case "WeakSet": return false;
      }
      if (Array.isArray(left) || ArrayBuffer.isView(left)) {
        return left.length === right.length && Array.from(left).every((value, at) => equal(value, right[at], at));
      }
      const names = Object.keys(left);
      if (names.length !== Object.keys(right).length) { return false; }
      if (left.constructor !== right.constructor && "constructor" in left && "constructor" in right
        && !names.includes("constructor") && !(isFunction(left.constructor)
          && left.constructor instanceof left.constructor
          && isFunction(right.constructor) && right.constructor instanceof right.constructor)) { return false; }
      return names.every((name) => hasOwn(right, name) && equal(left[name], right[name], name));
    }
    const isEqual = (left, right) => isEqualWith(left, right);

    function isMatchWith(object, source, customizer) {
      const names = keys(source);
      if (object === null || object === undefined) { return names.length === 0; }
      return names.every((name) => {
        const decided = customizer?.(object[name], source[name], name, object, source);
        if (decided !== undefined) { return Boolean(decided); }
        return name in Object(object) && matchesDeep(object[name], source[name]);
      });
    }
    // Partial comparison: objects may have more keys, arrays hold the wanted items in any order.
    function matchesDeep(value, wanted) {
      if (Array.isArray(wanted) && Array.isArray(value)) {
        const left = [...value];
        return wanted.every((each) => {
          const at = left.findIndex((other) => matchesDeep(other, each));
          if (at >= 0) { left.splice(at, 1); }
          return at >= 0;
        });
      }
      return isPlainObject(wanted) && isObjectLike(value) && !Array.isArray(value)
        ? isMatchWith(value, wanted) : isEqual(value, wanted);
    }
    function iteratee(value) {
      if (isFunction(value)) { return value; }
      if (value === null || value === undefined) { return identity; }
      if (Array.isArray(value)) { return matchesProperty(value[0], value[1]); }
      return typeof value === "object" ? matches(value) : (object) => get(object, value);
    }
    const identity = (value) => value;
    function matches(source) {
      const wanted = clone(source, true);
      return (object) => object === source || isMatchWith(object, wanted);
    }
    const matchesProperty = (path, wanted) => (object) => {
      const value = get(object, path);
      return value === undefined && wanted === undefined ? hasPath(object, path, (each, part) => part in each)
        : matchesDeep(value, wanted);
    };

    function clone(value, deep, customizer, seen = new Map(), key, parent) {
      const decided = customizer?.(value, key, parent);
      if (decided !== undefined) { return decided; }
      if (!isObject(value)) { return value; }
      if (seen.has(value)) { return seen.get(value); }
      const inner = (each, name) => deep ? clone(each, true, customizer, seen, name, value) : each;
      let copy;
      switch (tagOf(value)) {
      case "Array":
        copy = new Array(value.length);
        if (hasOwn(value, "index") && hasOwn(value, "input")) { Object.assign(copy,
          { index: value.index, input: value.input }); }
        break;
      case "Date": return new Date(+value);
      case "RegExp": {
        const pattern = new RegExp(value.source, value.flags);
        pattern.lastIndex = value.lastIndex;
        return pattern;
      }
      case "Boolean": case "Number": case "String": case "Symbol": return Object(value.valueOf());
      case "ArrayBuffer": return value.slice(0);
      case "Map":
        copy = new Map();
        seen.set(value, copy);
        value.forEach((each, name) => copy.set(name, inner(each, name)));
        return copy;
      case "Set":
        copy = new Set();
        seen.set(value, copy);
        value.forEach((each) => copy.add(inner(each, each)));
        return copy;
      case "Error": case "Function": case "AsyncFunction": case "GeneratorFunction": case "WeakMap": case "Promise":
        return parent === undefined ? {} : isFunction(value) || deep ? parent ? value : {} : {};
      default:
        if (ArrayBuffer.isView(value)) { return value.slice ? value.slice() : value; }
        copy = isArguments(value) ? {} : Object.create(Object.getPrototypeOf(value));
      }
      seen.set(value, copy);
      for (const name of [...Object.keys(value), ...Object.getOwnPropertySymbols(value)]) {
        assignValue(copy, name, inner(value[name], name));
      }
      return copy;
    }
    function merge(target, source, customizer, seen = new Map()) {
      if (target === source) { return target; }
      for (const key of keysIn(source)) {
        if (key === "__proto__" || (key === "constructor" && isFunction(target[key]))) { continue; }
        const given = source[key], present = target[key];
        if (!isObject(given)) {
          const decided = customizer?.(present, given, key, target, source, seen);
          const value = customizer && decided !== undefined ? decided : given;
          if (value !== undefined ? !same(present, value) || !(key in target) : !(key in target)) {
            assignValue(target, key, value);
          }
          continue;
        }
        if (seen.has(given)) { assignValue(target, key, seen.get(given)); continue; }
        const decided = customizer?.(present, given, key, target, source, seen);
        if (decided !== undefined) { assignValue(target, key, decided); continue; }
        const isList = Array.isArray(given) || ArrayBuffer.isView(given);
        if (!isList && !isPlainObject(given) && !isArguments(given)) { assignValue(target, key, given); continue; }
        let base;
        if (isList) {
          base = Array.isArray(present) ? present : isObjectLike(present) && isArrayLike(present) ? [...listOf(present)]
            : ArrayBuffer.isView(given) ? given.slice() : [];
        } else { base = isObject(present) && !isFunction(present) ? present : {}; }
        seen.set(given, base);
        merge(base, given, customizer, seen);
        assignValue(target, key, base);
      }
      return target;
    }
    """#
}
