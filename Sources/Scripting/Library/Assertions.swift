extension ScriptLibrary {
  /// `Assertion`, its flags, and the registration of properties and methods that chai's plugins use as well.
  static let assertions = #"""
    class AssertionError extends Error {
      constructor(message, properties) {
        super();
        this.message = message || "Unspecified AssertionError";
        this.showDiff = false;
        for (const key in properties) {
          if (!["name", "message", "stack", "constructor", "toJSON"].includes(key)) this[key] = properties[key];
        }
      }

      toJSON(stack) {
        const {name, message, showDiff, actual, expected, operator} = this;
        return {name, message, showDiff, actual, expected, operator, ...(stack !== false && {stack: this.stack})};
      }
    }
    Object.defineProperty(AssertionError.prototype, "name", {value: "AssertionError", writable: true});

    function flag(assertion, key, value) {
      const flags = (assertion.__flags ??= {__proto__: null});
      if (arguments.length < 3) return flags[key];
      flags[key] = value;
    }

    function transferFlags(from, to, all = true) {
      const {object, message} = to.__flags ?? {};
      assign((to.__flags ??= {__proto__: null}), from.__flags);
      if (!all) assign(to.__flags, {object, message});
    }

    // A property or method that returns nothing continues the chain with the same flags.
    function continued(assertion, result) {
      if (result !== undefined) return result;
      const next = new Assertion();
      transferFlags(assertion, next);
      return next;
    }

    const judge = (assertion, holds) => (flag(assertion, "negate") ? !holds : holds);
    const actualOf = (assertion, list) => (list.length > 4 ? list[4] : assertion._obj);

    const textOf = message => (typeof message === "function" ? message() : message) || "";

    function messageOf(assertion, list) {
      const values = {this: flag(assertion, "object"), act: actualOf(assertion, list), exp: list[3]};
      const text = textOf(flag(assertion, "negate") ? list[2] : list[1])
        .replace(/#\{(this|act|exp)\}/g, (_, name) => display(values[name]));
      return withNote(assertion, text);
    }

    function operatorOf(assertion, list) {
      const message = textOf(list[1]);
      if (flag(assertion, "operator")) return flag(assertion, "operator");
      if (!message || /\shave\s/.test(message)) return undefined;
      const isDeep = ["Array", "Object"].includes(typeName(list[3]));
      if (/\snot\s/.test(message)) return isDeep ? "notDeepStrictEqual" : "notStrictEqual";
      return isDeep ? "deepStrictEqual" : "strictEqual";
    }

    // The custom message stands in front.
    function withNote(assertion, text) {
      const note = flag(assertion, "message");
      return note ? `${note}: ${text}` : text;
    }

    // Fails whether the assertion is negated or not: it was given something that it cannot judge.
    function refuse(assertion, text) {
      throw new AssertionError(withNote(assertion, text));
    }

    const namesWithoutSuggestion = ["__flags", "__methods", "_obj", "assert"];

    function namesIn(target) {
      const names = new Set();
      for (let holder = target; holder !== null; holder = Object.getPrototypeOf(holder)) {
        for (const name of Object.getOwnPropertyNames(holder)) names.add(name);
      }
      return names;
    }

    // The number of characters to insert, remove or replace.
    function editDistance(left, right) {
      let row = Array.from({length: right.length + 1}, (_, column) => column);
      for (let line = 1; line <= left.length; line++) {
        const above = row;
        row = [line];
        for (let column = 1; column <= right.length; column++) {
          const replaced = above[column - 1] + (left[line - 1] === right[column - 1] ? 0 : 1);
          row.push(Math.min(replaced, above[column] + 1, row[column - 1] + 1));
        }
      }
      return row[right.length];
    }

    function suggestionFor(name, target) {
      let best = {distance: 4};
      for (const candidate of namesIn(target)) {
        if (candidate in Object.prototype || namesWithoutSuggestion.includes(candidate)) continue;
        if (Math.abs(candidate.length - name.length) >= best.distance) continue;
        const distance = editDistance(name, candidate);
        if (distance < best.distance) best = {distance, candidate};
      }
      return best.candidate;
    }

    const isKnown = (target, name) =>
      name in target || typeof name !== "string" || itemIndex(configuration.proxyExcludedKeys, name) >= 0;

    // Refuses a misspelt property, which would otherwise pass as `undefined`.
    const chainHandler = {
      get(target, name) {
        if (isKnown(target, name)) return target[name];
        const suggestion = suggestionFor(name, target);
        throw Error(`Invalid Chai property: ${name}${suggestion ? `. Did you mean "${suggestion}"?` : ""}`);
      },
    };

    const proxify = target => (configuration.useProxy ? new Proxy(target, chainHandler) : target);

    // Of a method that ends a chain, named by its handler.
    function getOfMethod(target, name) {
      if (isKnown(target, name) && name !== "length") return target[name];
      const see = `See docs for proper usage of "${this.method}".`;
      throw Error(`Invalid Chai property: ${this.method}.${name}. ${see}`);
    }

    function guardLength(method, name, isChainable) {
      const reason = isChainable
        ? `Due to a compatibility issue, "length" cannot directly follow "${name}". Use "${name}.lengthOf" instead.`
        : `See docs for proper usage of "${name}".`;
      defineProperty(method, "length", {
        get() { throw Error(`Invalid Chai property: ${name}.length. ${reason}`); },
      });
      return method;
    }

    function addProperty(owner, name, getter = () => undefined) {
      Object.defineProperty(owner, name, {
        configurable: true,
        get() { return continued(this, apply(getter, this, [])); },
      });
    }

    function addMethod(owner, name, method) {
      const call = function () { return continued(this, apply(method, this, arguments)); };
      owner[name] = configuration.useProxy
        ? new Proxy(call, {method: name, get: getOfMethod}) : guardLength(call, name, false);
    }

    function addChainableMethod(owner, name, method, chaining = () => undefined) {
      const behavior = {method, chainingBehavior: chaining};
      (owner.__methods ??= {})[name] = behavior;
      Object.defineProperty(owner, name, {
        configurable: true,
        get() {
          apply(behavior.chainingBehavior, this, []);
          const call = function () { return continued(this, apply(behavior.method, this, arguments)); };
          guardLength(call, name, true);
          const {call: callWith, apply: applyWith} = Function.prototype;
          setPrototypeOf(call, {__proto__: this, call: callWith, apply: applyWith});
          transferFlags(this, call);
          return proxify(call);
        },
      });
    }

    function overwriteProperty(owner, name, getter) {
      const before = Object.getOwnPropertyDescriptor(owner, name)?.get ?? (() => undefined);
      addProperty(owner, name, function () { return apply(getter(before), this, []); });
    }

    function overwriteMethod(owner, name, method) {
      const known = owner[name];
      const before = typeof known === "function" ? known : () => { throw new Error(`${name} is not a function`); };
      addMethod(owner, name, function () { return apply(method(before), this, arguments); });
    }

    function overwriteChainableMethod(owner, name, method, chaining) {
      const behavior = owner.__methods[name];
      const before = {...behavior};
      behavior.chainingBehavior = function () {
        return continued(this, apply(chaining(before.chainingBehavior), this, []));
      };
      behavior.method = function () { return continued(this, apply(method(before.method), this, arguments)); };
    }

    class Assertion {
      constructor(object, message) {
        this.__flags = {__proto__: null, object, message};
        return proxify(this);
      }

      // `actual` is the fifth argument; where it is absent, the value itself is shown.
      assert(holds, message, negatedMessage, expected, actual, showDiff = true) {
        if (judge(this, holds)) return;
        const hasDiff = showDiff === true && configuration.showDiff === true;
        const properties = {
          actual: actualOf(this, arguments),
          expected,
          showDiff: hasDiff && (expected !== undefined || actual !== undefined),
        };
        const operator = operatorOf(this, arguments);
        if (operator) properties.operator = operator;
        throw new AssertionError(messageOf(this, arguments), properties);
      }

      get _obj() { return flag(this, "object"); }
      set _obj(value) { flag(this, "object", value); }

      static addProperty(name, getter) { addProperty(this.prototype, name, getter); }
      static addMethod(name, method) { addMethod(this.prototype, name, method); }
      static addChainableMethod(name, method, chaining) { addChainableMethod(this.prototype, name, method, chaining); }
      static overwriteProperty(name, getter) { overwriteProperty(this.prototype, name, getter); }
      static overwriteMethod(name, method) { overwriteMethod(this.prototype, name, method); }
      static overwriteChainableMethod(name, method, chaining) {
        overwriteChainableMethod(this.prototype, name, method, chaining);
      }
    }
    """#
}
