extension ScriptLibrary {
  /// Chai's language, second part: classes, properties, length, texts, keys.
  static let propertyExpectations = #"""
    register("instanceof instanceOf", function (type, message) {
      const object = subjectOf(this, message);
      let holds;
      try {
        holds = object instanceof type;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        refuse(this, `The instanceof assertion needs a constructor but ${typeName(type)} was given.`);
      }
      const name = nameOfFunction(type) ?? "an unnamed constructor";
      this.assert(
        holds, `expected #{this} to be an instance of ${name}`, `expected #{this} to not be an instance of ${name}`);
    });

    // `a.b[0].c` as ["a", "b", 0, "c"]; a backslash makes a dot or bracket part of a name.
    function partsOfPath(path) {
      return (path.replace(/([^\\])\[/g, "$1.[").match(/(\\\.|[^.]+?)+/g) ?? []).map(part => {
        if (["constructor", "__proto__", "prototype"].includes(part)) return undefined;
        const index = /^\[(\d+)\]$/.exec(part);
        return index ? Number(index[1]) : part.replace(/\\([.[\]])/g, "$1");
      });
    }

    const hasProperty = (object, name) => object !== undefined && object !== null && name in Object(object);

    function followPath(object, path) {
      const parts = partsOfPath(path);
      const name = parts.pop();
      const parent = parts.reduce((value, part) => (value ? value[part] : value), object);
      return {parent, name, value: parent ? parent[name] : undefined, exists: hasProperty(parent, name)};
    }

    function requirePropertyName(assertion, object, name) {
      const isNested = flag(assertion, "nested");
      if (isNested && typeof name !== "string") {
        refuse(assertion, "the argument to property must be a string when using nested syntax");
      }
      if (itemIndex(["string", "number", "symbol"], typeof name) < 0) {
        refuse(assertion, "the argument to property must be a string, number, or symbol");
      }
      if (isNested && flag(assertion, "own")) {
        refuse(assertion, 'The "nested" and "own" flags cannot be combined.');
      }
      if (object === null || object === undefined) refuse(assertion, "Target cannot be null or undefined.");
    }

    // Continues the chain with the value of the property.
    function assertProperty(name, expected, message) {
      const object = subjectOf(this, message);
      requirePropertyName(this, object, name);
      const {deep, own, nested, negate} = this.__flags;
      const path = nested ? followPath(object, name) : {value: object[name], exists: hasProperty(object, name)};
      const exists = own ? hasOwn(object, name) : path.exists;
      const described = `${deep ? "deep " : ""}${own ? "own " : ""}${nested ? "nested " : ""}property ${inspect(name)}`;
      // Negated with a value, the property may exist with another value.
      if (!negate || arguments.length === 1) {
        this.assert(exists, `expected #{this} to have ${described}`, `expected #{this} to not have ${described}`);
      }
      if (arguments.length > 1) {
        this.assert(
          exists && (deep ? deepEqual(expected, path.value) : expected === path.value),
          `expected #{this} to have ${described} of #{exp}, but got #{act}`,
          `expected #{this} to not have ${described} of #{act}`, expected, path.value);
      }
      flag(this, "object", path.value);
    }
    register("property", assertProperty);
    register("ownProperty haveOwnProperty", function () {
      flag(this, "own", true);
      apply(assertProperty, this, arguments);
    });

    register("ownPropertyDescriptor haveOwnPropertyDescriptor", function (name, descriptor, message) {
      const object = subjectOf(this, typeof descriptor === "string" ? descriptor : message);
      const expected = typeof descriptor === "string" ? null : descriptor;
      const actual = Object.getOwnPropertyDescriptor(Object(object), name);
      const shown = inspect(name);
      if (actual && expected) {
        const described = `expected the own property descriptor for ${shown} on #{this} to`;
        this.assert(
          deepEqual(expected, actual), `${described} match ${inspect(expected)}, got ${inspect(actual)}`,
          `${described} not match ${inspect(expected)}`, expected, actual, true);
      } else {
        this.assert(
          actual, `expected #{this} to have an own property descriptor for ${shown}`,
          `expected #{this} to not have an own property descriptor for ${shown}`);
      }
      flag(this, "object", actual);
    });

    register("length lengthOf", function (length, message) {
      const {0: property, 1: count} = sizeOf(this, subjectOf(this, message));
      this.assert(
        count == length, `expected #{this} to have a ${property} of #{exp} but got #{act}`,
        `expected #{this} to not have a ${property} of #{act}`, length, count);
    }, function () { flag(this, "doLength", true); });

    register("match matches", function (pattern, message) {
      const object = subjectOf(this, message);
      this.assert(
        exec(pattern, object), `expected #{this} to match ${pattern}`, `expected #{this} not to match ${pattern}`);
    });

    register("string", function (text, message) {
      const object = subjectOf(this, message);
      also(this, object).is.a("string");
      this.assert(
        indexOf(object, text) >= 0,
        `expected #{this} to contain ${inspect(text)}`, `expected #{this} to not contain ${inspect(text)}`);
    });

    const enumerableKeys = object => joined(keys(object), enumerableSymbols(object));

    // The keys of the object, and those that a call of `keys` names.
    function keysToJudge(assertion, object, given) {
      const {0: first} = given;
      const type = typeName(first);
      if (itemIndex(["Map", "Set"], typeName(object)) >= 0) {
        return [membersOf(object, (value, key) => key), type === "Array" ? first : given];
      }
      if (object === null || object === undefined) throw TypeError("Cannot convert undefined or null to object");
      const actual = enumerableKeys(object);
      if (given.length > 1 && (type === "Array" || type === "Object")) {
        refuse(
          assertion, "when testing keys against an object or an array you must give a single Array|Object|String "
          + "argument or multiple String arguments");
      }
      const named = type === "Array" ? first : type === "Object" ? Object.keys(first) : given;
      return [actual, named.map(key => (typeof key === "symbol" ? key : String(key)))];
    }

    function byInspection(left, right) {
      return inspect(left) < inspect(right) ? -1 : 1;
    }

    register("keys key", function (...given) {
      const object = flag(this, "object");
      const {deep, any, contains} = this.__flags;
      const {0: actual, 1: expected} = keysToJudge(this, object, given);
      if (!expected.length) refuse(this, "keys required");
      const isPresent = key => some(actual, other => (deep ? deepEqual(key, other) : key === other));
      const holds = any
        ? some(expected, isPresent)
        : every(expected, isPresent) && (contains || expected.length === actual.length);
      const shown = expected.map(key => inspect(key));
      const last = shown.pop();
      const list = shown.length ? `keys ${shown.join(", ")}, ${any ? "or" : "and"} ${last}` : `key ${last}`;
      const isDeepMap = deep && itemIndex(["Map", "Set"], typeName(object)) >= 0;
      const text = `${isDeepMap ? "deeply " : ""}${contains ? "contain" : "have"} ${list}`;
      this.assert(
        holds, `expected #{this} to ${text}`, `expected #{this} to not ${text}`,
        sort(joined([], expected), byInspection), sort(actual, byInspection), true);
    });
    """#
}
