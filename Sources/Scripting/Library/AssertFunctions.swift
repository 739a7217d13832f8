extension ScriptLibrary {
  /// `assert` with its functions, and `chai`.
  static let assertFunctions = #"""
    function assert(holds, message) {
      new Assertion(null).assert(holds, message, "[ negation message unavailable ]");
    }

    // A function that continues `new Assertion(value, message)` by the words of a chain. `count` arguments after the
    // value go to its last word, which is a property if there are none; the custom message comes behind them.
    function addAssert(name, chain, count) {
      const words = chain.split(" ");
      const last = words.pop();
      assert[name] = function (value, ...list) {
        const assertion = words.reduce((value, word) => value[word], new Assertion(value, list[count]));
        if (count) assertion[last](...list.slice(0, count));
        else assertion[last];
      };
    }

    const assertFunctions = {
      0: {
        isOk: "is ok", isNotOk: "is not ok", isTrue: "is true", isFalse: "is false", isNaN: "to be NaN",
        isNotNaN: "not to be NaN", exists: "to exist", notExists: "to not exist", isFinite: "to be finite",
        isExtensible: "to be extensible", isNotExtensible: "to not be extensible", isSealed: "to be sealed",
        isNotSealed: "to not be sealed", isFrozen: "to be frozen", isNotFrozen: "to not be frozen",
        isEmpty: "to be empty", isNotEmpty: "to not be empty",
      },
      1: {
        strictEqual: "to equal", notStrictEqual: "to not equal", deepEqual: "to eql", deepStrictEqual: "to eql",
        notDeepEqual: "to not eql", isAbove: "to be above", isAtLeast: "to be least", isBelow: "to be below",
        isAtMost: "to be most", typeOf: "to be a", notTypeOf: "to not be a", instanceOf: "to be instanceOf",
        notInstanceOf: "to not be instanceOf", include: "include", notInclude: "not include",
        deepInclude: "deep include", notDeepInclude: "not deep include", nestedInclude: "nested include",
        notNestedInclude: "not nested include", deepNestedInclude: "deep nested include",
        notDeepNestedInclude: "not deep nested include", ownInclude: "own include", notOwnInclude: "not own include",
        deepOwnInclude: "deep own include", notDeepOwnInclude: "not deep own include", match: "to match",
        notMatch: "to not match", property: "to have property", notProperty: "to not have property",
        ownProperty: "to have own property", notOwnProperty: "to not have own property",
        nestedProperty: "to have nested property", notNestedProperty: "to not have nested property",
        lengthOf: "to have lengthOf", hasAnyKeys: "to have any keys", hasAllKeys: "to have all keys",
        containsAllKeys: "to contain all keys", doesNotHaveAnyKeys: "to not have any keys",
        doesNotHaveAllKeys: "to not have all keys", hasAnyDeepKeys: "to have any deep keys",
        hasAllDeepKeys: "to have all deep keys", containsAllDeepKeys: "to contain all deep keys",
        doesNotHaveAnyDeepKeys: "to not have any deep keys", doesNotHaveAllDeepKeys: "to not have all deep keys",
        sameMembers: "to have same members", notSameMembers: "to not have same members",
        sameDeepMembers: "to have same deep members", notSameDeepMembers: "to not have same deep members",
        sameOrderedMembers: "to have same ordered members", notSameOrderedMembers: "to not have same ordered members",
        sameDeepOrderedMembers: "to have same deep ordered members",
        notSameDeepOrderedMembers: "to not have same deep ordered members", includeMembers: "to include members",
        notIncludeMembers: "to not include members", includeDeepMembers: "to include deep members",
        notIncludeDeepMembers: "to not include deep members", includeOrderedMembers: "to include ordered members",
        notIncludeOrderedMembers: "to not include ordered members",
        includeDeepOrderedMembers: "to include deep ordered members",
        notIncludeDeepOrderedMembers: "to not include deep ordered members", oneOf: "to be oneOf",
      },
      2: {
        closeTo: "to be closeTo", approximately: "to be approximately", propertyVal: "to have property",
        notPropertyVal: "to not have property", deepPropertyVal: "to have deep property",
        notDeepPropertyVal: "to not have deep property", ownPropertyVal: "to have own property",
        notOwnPropertyVal: "to not have own property", deepOwnPropertyVal: "to have deep own property",
        notDeepOwnPropertyVal: "to not have deep own property", nestedPropertyVal: "to have nested property",
        notNestedPropertyVal: "to not have nested property", deepNestedPropertyVal: "to have deep nested property",
        notDeepNestedPropertyVal: "to not have deep nested property",
      },
    };
    for (const [count, functions] of Object.entries(assertFunctions)) {
      for (const name in functions) addAssert(name, functions[name], Number(count));
    }
    for (const name of ["Function", "Object", "Array", "String", "Number", "Boolean"]) {
      assert[`is${name}`] = (value, message) => void new Assertion(value, message).to.be.a(name.toLowerCase());
      assert[`isNot${name}`] = (value, message) => void new Assertion(value, message).to.not.be.a(name.toLowerCase());
    }
    for (const [name, expected] of [["Null", null], ["Undefined", undefined], ["True", true], ["False", false]]) {
      assert[`is${name}`] ??= (value, message) => void new Assertion(value, message).to.equal(expected);
      assert[name === "Undefined" ? "isDefined" : `isNot${name}`] =
        (value, message) => void new Assertion(value, message).to.not.equal(expected);
    }

    assert.fail = failWith("assert.fail()");

    assert.equal = (actual, expected, message) => new Assertion(actual, message).assert(
      actual == expected, "expected #{this} to equal #{exp}", "expected #{this} to not equal #{act}",
      expected, actual, true);

    assert.notEqual = (actual, expected, message) => new Assertion(actual, message).assert(
      actual != expected, "expected #{this} to not equal #{exp}", "expected #{this} to equal #{act}",
      expected, actual, true);

    for (const [name, chain] of [["throws", "to"], ["doesNotThrow", "not"]]) {
      assert[name] = (call, expected, text, message) => {
        if (typeof expected === "string" || expected instanceof RegExp) [expected, text] = [null, expected];
        return flag(new Assertion(call, message)[chain].throw(expected, text), "object");
      };
    }

    const operators = {
      "==": (left, right) => left == right, "===": (left, right) => left === right,
      ">": (left, right) => left > right, ">=": (left, right) => left >= right,
      "<": (left, right) => left < right, "<=": (left, right) => left <= right,
      "!=": (left, right) => left != right, "!==": (left, right) => left !== right,
    };

    assert.operator = (left, operator, right, message) => {
      if (!Object.hasOwn(operators, operator)) {
        refuse(new Assertion(left, message), `Invalid operator "${operator}"`);
      }
      const described = [left, right].map(value => inspect(value));
      const holds = operators[operator](left, right);
      new Assertion(holds, message).assert(
        holds === true, `expected ${described.join(` to be ${operator} `)}`,
        `expected ${described.join(` to not be ${operator} `)}`);
    };

    // The subject is an object with a property, or a function alone.
    function addChangeAsserts(verb, noun) {
      const subjectAndRest = (list, count) => {
        if (typeof list[0] !== "function" || list.length > count) return list;
        return [list[0], null, ...list.slice(1)];
      };
      const add = (name, count, check) => {
        assert[name] = (call, ...list) => {
          const [subject, property, ...rest] = subjectAndRest(list, count);
          check(new Assertion(call, rest[count - 2]), subject, property, rest[0]);
        };
      };
      const [by, not] = [`${verb}s`, `doesNot${noun}`];
      add(by, 2, (assertion, subject, property) => assertion.to[verb](subject, property));
      add(not, 2, (assertion, subject, property) => assertion.to.not[verb](subject, property));
      add(`${by}By`, 3, (assertion, subject, property, delta) => assertion.to[verb](subject, property).by(delta));
      add(`${by}ButNotBy`, 3, (assertion, subject, property, delta) =>
        assertion.to[verb](subject, property).but.not.by(delta));
      if (verb !== "change") {
        add(`${not}By`, 3, (assertion, subject, property, delta) =>
          assertion.to.not[verb](subject, property).by(delta));
      }
    }
    addChangeAsserts("change", "Change");
    addChangeAsserts("increase", "Increase");
    addChangeAsserts("decrease", "Decrease");

    assert.ifError = error => {
      if (error) throw error;
    };

    for (const [name, aliases] of Object.entries({
      isOk: "ok", isNotOk: "notOk", throws: "throw Throw", isExtensible: "extensible", isNotExtensible: "notExtensible",
      isSealed: "sealed", isNotSealed: "notSealed", isFrozen: "frozen", isNotFrozen: "notFrozen", isEmpty: "empty",
      isNotEmpty: "notEmpty",
    })) {
      for (const alias of aliases.split(" ")) assert[alias] = assert[name];
    }

    const chai = {
      version: "4.3.7", config: configuration, expect, assert, Assertion, AssertionError,
      util: {
        addChainableMethod, addLengthGuard: guardLength, addMethod, addProperty, compareByInspect: byInspection,
        eql: (left, right) => deepEqual(left, right), flag,
        getActual: actualOf, getMessage: messageOf, getName: nameOfFunction,
        getOwnEnumerableProperties: enumerableKeys, getPathInfo: followPath, hasProperty, inspect, objDisplay: display,
        overwriteChainableMethod, overwriteMethod, overwriteProperty, proxify, test: judge, transferFlags,
        type: typeName,
      },
      use(plugin) {
        if (!plugins.has(plugin)) plugin(chai, chai.util);
        plugins.add(plugin);
        return chai;
      },
    };
    const plugins = new Set();
    """#
}
