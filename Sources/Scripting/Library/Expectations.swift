extension ScriptLibrary {
  /// Chai's language, first part: words and flags, types, inclusion, equality, comparisons.
  static let expectations = #"""
    // One implementation under several names; `chaining` is what the name does without a call.
    function register(names, method, chaining) {
      for (const name of names.split(" ")) {
        if (chaining) Assertion.addChainableMethod(name, method, chaining);
        else Assertion.addMethod(name, method);
      }
    }

    // The value of an assertion, after the custom message of a call was noted.
    function subjectOf(assertion, message) {
      if (message) flag(assertion, "message", message);
      return flag(assertion, "object");
    }

    // An assertion about another value under the same custom message.
    const also = (assertion, object) => new Assertion(object, flag(assertion, "message"));

    const isObject = value => value === Object(value);

    for (const word of "to be been is and has have with that which at of same but does still also".split(" ")) {
      Assertion.addProperty(word);
    }

    for (const [word, flags] of Object.entries({
      not: {negate: true}, deep: {deep: true}, nested: {nested: true}, own: {own: true}, ordered: {ordered: true},
      any: {any: true, all: false}, all: {all: true, any: false},
    })) {
      Assertion.addProperty(word, function () {
        every(keys(flags), key => { flag(this, key, flags[key]); return true; });
      });
    }

    register("a an", function (type, message) {
      const object = subjectOf(this, message);
      type = lowerCase(type);
      const described = `${indexOf("aeiou", type[0]) >= 0 ? "an" : "a"} ${type}`;
      this.assert(
        type === lowerCase(typeName(object)),
        `expected #{this} to be ${described}`, `expected #{this} not to be ${described}`);
    }, () => undefined);

    register("include contain contains includes", function (value, message) {
      const object = subjectOf(this, message);
      const isDeep = flag(this, "deep");
      const type = lowerCase(typeName(object));
      const isSame = isDeep ? deepEqual : (left, right) => left === right || (left !== left && right !== right);
      let holds = false;
      switch (type) {
        case "string":
          holds = indexOf(object, value) >= 0;
          break;
        case "weakset":
          if (isDeep) refuse(this, "unable to use .deep.include with WeakSet");
          holds = object.has(value);
          break;
        case "map": case "set":
          holds = some(membersOf(object), item => isSame(item, value));
          break;
        case "array":
          holds = isDeep ? some(object, item => deepEqual(item, value)) : itemIndex(object, value) >= 0;
          break;
        default:
          return includeProperties(this, object, type, value);
      }
      const text = `${isDeep ? "deep " : ""}include ${inspect(value)}`;
      this.assert(holds, `expected #{this} to ${text}`, `expected #{this} to not ${text}`);
    }, function () { flag(this, "contains", true); });

    // Each property of `value` must be in the object. Negated, it is enough that one of several is missing.
    function includeProperties(assertion, object, type, value) {
      if (!isObject(value)) {
        const given = lowerCase(typeName(value));
        refuse(
          assertion, `the given combination of arguments (${type} and ${given}) is invalid for this assertion. `
          + `You can use an array, a map, an object, a set, a string, or a weakset instead of a ${given}`);
      }
      const names = keys(value);
      const isLenient = flag(assertion, "negate") && names.length > 1;
      const failures = [];
      for (let index = 0; index < names.length; index++) {
        const name = names[index];
        const property = new Assertion(object);
        transferFlags(assertion, property);
        try {
          property.property(name, value[name]);
        } catch (error) {
          if (!isLenient || !(error instanceof AssertionError)) throw error;
          failures[failures.length] = error;
        }
      }
      if (isLenient && failures.length === names.length) throw failures[0];
    }

    // Properties that need no argument: what must hold, and how the two messages go on.
    function registerState(names, test, text, negatedText, expected) {
      for (const name of names.split(" ")) {
        Assertion.addProperty(name, function () {
          const values = [test(flag(this, "object")), `expected #{this} ${text}`, `expected #{this} ${negatedText}`];
          if (expected !== undefined) values[3] = flag(this, "negate") ? !expected : expected;
          apply(this.assert, this, values);
        });
      }
    }
    registerState("ok", Boolean, "to be truthy", "to be falsy");
    registerState("true", value => value === true, "to be true", "to be false", true);
    registerState("false", value => value === false, "to be false", "to be true", false);
    registerState("null", value => value === null, "to be null", "not to be null");
    registerState("undefined", value => value === undefined, "to be undefined", "not to be undefined");
    registerState("NaN", Number.isNaN, "to be NaN", "not to be NaN");
    registerState("exist exists", value => value !== null && value !== undefined, "to exist", "to not exist");

    Assertion.addProperty("empty", function () {
      const object = flag(this, "object");
      this.assert(countOf(this, object) === 0, "expected #{this} to be empty", "expected #{this} not to be empty");
    });

    function countOf(assertion, object) {
      switch (lowerCase(typeName(object))) {
        case "array": case "string": return object.length;
        case "map": case "set": return object.size;
        case "weakmap": case "weakset": return refuse(assertion, ".empty was passed a weak collection");
        case "function": return refuse(assertion, `.empty was passed a function ${object.name}`.trim());
      }
      if (!isObject(object)) refuse(assertion, `.empty was passed non-string primitive ${inspect(object)}`);
      return keys(object).length;
    }

    for (const name of ["arguments", "Arguments"]) {
      Assertion.addProperty(name, function () {
        const type = typeName(flag(this, "object"));
        this.assert(
          type === "Arguments", `expected #{this} to be arguments but got ${type}`,
          "expected #{this} to not be arguments");
      });
    }

    register("equal equals eq", function (value, message) {
      const object = subjectOf(this, message);
      if (flag(this, "deep")) return void this.eql(value);
      this.assert(
        value === object, "expected #{this} to equal #{exp}", "expected #{this} to not equal #{exp}",
        value, this._obj, true);
    });

    register("eql eqls", function (value, message) {
      this.assert(
        deepEqual(subjectOf(this, message), value),
        "expected #{this} to deeply equal #{exp}", "expected #{this} to not deeply equal #{exp}",
        value, this._obj, true);
    });

    // `length` of a list, `size` of a map or set: the name, and the count.
    function sizeOf(assertion, object) {
      if (itemIndex(["Map", "Set"], typeName(object)) >= 0) return ["size", object.size];
      also(assertion, object).to.have.property("length");
      return ["length", object.length];
    }

    // Numbers compare with numbers, dates with dates, lengths with numbers.
    function requireComparable(assertion, object, limits, refusals) {
      const type = lowerCase(typeName(object));
      const isNo = name => limit => lowerCase(typeName(limit)) !== name;
      const byLength = flag(assertion, "doLength");
      if (!byLength && type === "date" && some(limits, isNo("date"))) refuse(assertion, refusals.date);
      if ((byLength || type === "number") && some(limits, isNo("number"))) refuse(assertion, refusals.number);
      if (!byLength && type !== "date" && type !== "number") {
        refuse(assertion, `expected ${type === "string" ? `'${object}'` : object} to be a number or a date`);
      }
    }

    // The first of the names stands in the messages.
    function registerComparison(names, test, text, negatedText, negatedLengthText) {
      const [name] = names.split(" ");
      register(names, function (limit, message) {
        const object = subjectOf(this, message);
        const byLength = flag(this, "doLength");
        const {0: property, 1: count} = byLength ? sizeOf(this, object) : [];
        requireComparable(this, object, [limit], {
          date: `the argument to ${name} must be a date`, number: `the argument to ${name} must be a number`,
        });
        if (byLength) {
          this.assert(
            test(count, limit), `expected #{this} to have a ${property} ${text} #{exp} but got #{act}`,
            `expected #{this} to ${negatedLengthText.replace("length", property)} #{exp}`, limit, count);
        } else {
          this.assert(
            test(object, limit), `expected #{this} to be ${text} #{exp}`,
            `expected #{this} to be ${negatedText} #{exp}`, limit);
        }
      });
    }
    registerComparison(
      "above gt greaterThan", (value, limit) => value > limit, "above", "at most", "not have a length above");
    registerComparison(
      "least gte greaterThanOrEqual", (value, limit) => value >= limit, "at least", "below", "have a length below");
    registerComparison(
      "below lt lessThan", (value, limit) => value < limit, "below", "at least", "not have a length below");
    registerComparison(
      "most lte lessThanOrEqual", (value, limit) => value <= limit, "at most", "above", "have a length above");

    register("within", function (start, finish, message) {
      const object = subjectOf(this, message);
      const byLength = flag(this, "doLength");
      const {0: property, 1: count} = byLength ? sizeOf(this, object) : [];
      requireComparable(this, object, [start, finish], {
        date: "the arguments to within must be dates", number: "the arguments to within must be numbers",
      });
      const areDates = every([start, finish], limit => typeName(limit) === "Date");
      const range = areDates ? `${start.toISOString()}..${finish.toISOString()}` : `${start}..${finish}`;
      const value = byLength ? count : object;
      const [text, negatedText] = byLength
        ? [`to have a ${property} within`, `to not have a ${property} within`] : ["to be within", "to not be within"];
      this.assert(
        value >= start && value <= finish,
        `expected #{this} ${text} ${range}`, `expected #{this} ${negatedText} ${range}`);
    });

    const expect = (value, message) => new Assertion(value, message);

    function failWith(byDefault) {
      return function (actual, expected, message, operator) {
        const text = arguments.length < 2 ? actual : message;
        const values = arguments.length < 2 ? {expected, operator} : {actual, expected, operator};
        throw new AssertionError(text || byDefault, {actual: undefined, ...values});
      };
    }
    expect.fail = failWith("expect.fail()");
    """#
}
