extension ScriptLibrary {
  /// lodash: the words for numbers and functions, and the wrapper `_(value)`.
  static let lodashFunctionsModule = #"""
    const rounding = (round) => (value, precision = 0) => {
      const number = toNumber(value), digits = Math.min(toInteger(precision), 292);
      if (!digits || !Number.isFinite(number)) { return round(number); }
      const shift = (text, by) => { const [base, exponent = 0] = `${text}e`.split("e");
        return Number(`${base}e${+exponent + by}`); };
      return shift(round(shift(number, digits)), -digits);
    };
    const operation = (act, start) => (left, right) => left === undefined && right === undefined ? start
      : left === undefined ? right : right === undefined ? left : act(left, right);
    function ranged(start, end, step) {
      const from = toFinite(end === undefined ? 0 : start), to = toFinite(end === undefined ? start : end);
      const by = step === undefined ? (from < to ? 1 : -1) : toFinite(step);
      return Array.from({ length: Math.max(0, Math.ceil((to - from) / (by || 1))) }, (_, at) => from + at * by);
    }
    let lastId = 0;
    Object.assign(words, {
      add: operation((a, b) => a + b, 0), subtract: operation((a, b) => a - b, 0),
      multiply: operation((a, b) => a * b, 1), divide: operation((a, b) => a / b, 1),
      ceil: rounding(Math.ceil), floor: rounding(Math.floor), round: rounding(Math.round),
      clamp(number, low, high) {
        if (high === undefined) { [low, high] = [undefined, low]; }
        let value = toNumber(number);
        if (high !== undefined) { value = Math.min(value, toNumber(high) || 0); }
        return low === undefined ? value : Math.max(value, toNumber(low) || 0);
      },
      inRange(number, start, end) {
        const [from, to] = end === undefined ? [0, toFinite(start)] : [toFinite(start), toFinite(end)];
        return toNumber(number) >= Math.min(from, to) && toNumber(number) < Math.max(from, to);
      },
      random(...given) {
        const floats = typeof given[given.length - 1] === "boolean" && given.pop();
        let [low = 0, high] = given.slice(0, 2).map(toFinite);
        if (high === undefined) { [low, high] = given.length > 0 ? [0, low] : [0, 1]; }
        if (low > high) { [low, high] = [high, low]; }
        if (floats || low % 1 || high % 1) { return Math.min(low + fraction() * (high - low), high); }
        return low + Math.floor(fraction() * (high - low + 1));
      },
      identity, iteratee: (value) => iteratee(isFunction(value) ? value : clone(value, true)), matches, matchesProperty,
      property: (path) => (object) => get(object, path), propertyOf: (object) => (path) => get(object, path),
      constant: (value) => () => value, noop: () => undefined, defaultTo: (value, fallback) =>
        value === null || value !== value || value === undefined ? fallback : value,
      stubArray: () => [], stubFalse: () => false, stubObject: () => ({}), stubString: () => "", stubTrue: () => true,
      times: (count, act = identity) => Array.from({ length: Math.max(0, toInteger(count)) }, (_, at) => act(at)),
      uniqueId: (prefix) => baseToString(prefix) + ++lastId, now: () => Math.floor(library.now()),
      range: (start, end, step) => ranged(start, end, step), rangeRight: (...given) => ranged(...given).reverse(),
      attempt(act, ...given) { try { return act(...given); } catch (error) { return error instanceof Error ? error
        : new Error(error); } },
      flow: (...acts) => function (...given) {
        const [first = identity, ...rest] = acts.flat();
        return rest.reduce((value, act) => act.call(this, value), first.apply(this, given));
      },
      flowRight: (...acts) => words.flow(...acts.flat().reverse()),
      over: (...acts) => (...given) => acts.flat().map((act) => iteratee(act)(...given)),
      overEvery: (...tests) => (...given) => tests.flat().every((test) => iteratee(test)(...given)),
      overSome: (...tests) => (...given) => tests.flat().some((test) => iteratee(test)(...given)),
      cond: (pairs) => function (...given) {
        return pairs.find(([test]) => iteratee(test).apply(this, given))?.[1].apply(this, given);
      },
      conforms: (source) => (object) => words.conformsTo(object, source),
      conformsTo: (object, source) => keys(source).every((key) => key in Object(object) && source[key](object[key])),
      after: (count, act) => function (...given) { return --count < 1 ? act.apply(this, given) : undefined; },
      ary: (act, count = act.length) => function (...given) { return act.apply(this, given.slice(0, count)); },
      before(count, act) {
        let result;
        return function (...given) { if (--count > 0) { result = act.apply(this, given); } return result; };
      },
      bind: (act, self, ...bound) => function (...given) { return act.apply(self, [...bound, ...given]); },
      bindAll: (object, ...names) => { for (const name of names.flat()) { object[name] = object[name].bind(object);
        } return object; },
      curry(act, arity = act.length) {
        const gather = (kept) => function (...given) {
          const all = [...kept, ...given];
          return all.length >= arity ? act.apply(this, all) : gather(all);
        };
        return gather([]);
      },
      debounce(act, wait = 0) {
        let timer, last, self, result;
        const call = () => { timer = undefined; result = act.apply(self, last); return result; };
        function debounced(...given) {
          [self, last] = [this, given];
          clearTimeout(timer);
          timer = setTimeout(call, wait);
          return result;
        }
        debounced.cancel = () => { clearTimeout(timer); timer = undefined; };
        debounced.flush = () => { if (timer === undefined) { return result; } clearTimeout(timer); return call(); };
        return debounced;
      },
      throttle(act, wait = 0) {
        let ready = true, result;
        return function (...given) {
          if (ready) {
            ready = false;
            setTimeout(() => { ready = true; }, wait);
            result = act.apply(this, given);
          }
          return result;
        };
      },
      defer: (act, ...given) => setTimeout(() => act(...given), 1), delay: (act, wait, ...given) =>
        setTimeout(() => act(...given), wait),
      flip: (act) => function (...given) { return act.apply(this, given.reverse()); },
      memoize(act, keyOf) {
        function memoized(...given) {
          const key = keyOf ? keyOf.apply(this, given) : given[0];
          if (!memoized.cache.has(key)) { memoized.cache.set(key, act.apply(this, given)); }
          return memoized.cache.get(key);
        }
        memoized.cache = new Map();
        return memoized;
      },
      negate: (test) => function (...given) { return !test.apply(this, given); },
      once: (act) => words.before(2, act),
      partial: (act, ...bound) => function (...given) {
        const all = bound.map((each) => each === lodash ? given.shift() : each);
        return act.apply(this, [...all, ...given]);
      },
      partialRight: (act, ...bound) => function (...given) { return act.apply(this, [...given, ...bound]); },
      rest: (act, start = act.length - 1) => function (...given) {
        return act.apply(this, [...given.slice(0, start), given.slice(start)]);
      },
      spread: (act) => function (given) { return act.apply(this, given); },
      unary: (act) => (value) => act(value), wrap: (value, act = identity) => (...given) => act(value, ...given),
    });
    Object.assign(words, {
      first: words.head, each: words.forEach, eachRight: words.forEachRight, entries: words.toPairs,
      entriesIn: words.toPairsIn, extend: words.assignIn,
    });

    // The words whose result a wrapper gives as it is, unless it chains.
    const single = new RegExp("^(?:is|has|to(?!Pairs|Array|Path|PlainObject)|max|min|sum|mean|size|every|some|"
      + "includes|find|"
      + "first$|head$|last$|nth$|reduce|join$|get$|indexOf|lastIndexOf|add$|ceil|floor|round|subtract|multiply|"
      + "divide|camel|kebab|snake|start|end|lower|upper|capitalize|escape|unescape|pad|parseInt|trim|"
      + "truncate|repeat|replace|deburr|sample$|random|result|invoke$|eq$|gte?$|lte?$|clamp|inRange|"
      + "identity|uniqueId|defaultTo|template|some)");
    // `_(value).map(…).filter(…).value()`, and `_.chain(value)` which also wraps single values.
    class Wrapper {
      constructor(value, chained) { Object.assign(this, { __wrapped__: value, __chain__: chained }); }
      value() { return this.__wrapped__; }
      valueOf() { return this.__wrapped__; }
      toJSON() { return this.__wrapped__; }
      toString() { return String(this.__wrapped__); }
      chain() { return new Wrapper(this.__wrapped__, true); }
      commit() { return this; }
      tap(act) { act(this.__wrapped__); return this; }
      thru(act) { return new Wrapper(act(this.__wrapped__), this.__chain__); }
      [Symbol.iterator]() { return listOf(this.__wrapped__)[Symbol.iterator](); }
    }
    function install(target, added) {
      for (const name of Object.keys(added)) {
        target[name] = added[name];
        Wrapper.prototype[name] ??= function (...given) {
          const value = added[name](this.__wrapped__, ...given);
          return this.__chain__ || !single.test(name) ? new Wrapper(value, this.__chain__) : value;
        };
      }
      for (const name of ["push", "pop", "shift", "unshift", "sort", "splice"]) {
        Wrapper.prototype[name] ??= function (...given) {
          const value = this.__wrapped__[name](...given);
          return name === "pop" || name === "shift" ? value
            : new Wrapper(name === "splice" ? value : this.__wrapped__, this.__chain__);
        };
      }
    }
    const lodash = (value) => value instanceof Wrapper ? value : new Wrapper(value, false);
    install(lodash, words);
    return Object.assign(lodash, {
      VERSION: "4.17.21", chain: (value) => new Wrapper(value, true), noConflict: () => lodash, _: lodash,
      tap: (value, act) => { act(value); return value; }, thru: (value, act) => act(value),
      mixin(target, added) {
        if (added === undefined) { install(lodash, target); return lodash; }
        return Object.assign(target, added);
      },
      templateSettings: { escape: /<%-([\s\S]+?)%>/, evaluate: /<%([\s\S]+?)%>/, interpolate: /<%=([\s\S]+?)%>/ },
    });
    """#
}
