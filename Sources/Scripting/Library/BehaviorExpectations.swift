extension ScriptLibrary {
  /// Chai's language, third part: errors of functions, changes by them, members of lists, states of objects.
  static let behaviorExpectations = #"""
    function nameOfError(error) {
      if (error instanceof Error) return error.constructor.name;
      return typeof error === "function" ? error.name.trim() || nameOfFunction(new error()) : error;
    }

    const describedError = error => (error instanceof Error ? error.toString() : error && nameOfError(error));

    function hasClassOf(error, expected) {
      const type = expected instanceof Error ? expected.constructor : expected;
      return (expected instanceof Error || type.prototype instanceof Error || type === Error)
        && (error.constructor === type || error instanceof type);
    }

    function hasMessage(error, expected) {
      const message = typeof error === "string" ? error : error.message;
      if (expected instanceof RegExp) return exec(expected, message) !== null;
      return typeof expected === "string" && indexOf(message, expected) >= 0;
    }

    function errorOf(call) {
      try {
        call();
      } catch (error) {
        return error;
      }
    }

    register("throw throws Throw", function (expected, text, message) {
      const object = subjectOf(this, message);
      const negate = Boolean(flag(this, "negate"));
      also(this, object).is.a("function");
      if (expected instanceof RegExp || typeof expected === "string") {
        text = expected;
        expected = null;
      }
      const error = errorOf(object);
      const isAny = expected === undefined && text === undefined;
      if (isAny || !negate) {
        const described = expected instanceof Error ? "#{exp}" : expected ? nameOfError(expected) : "an error";
        this.assert(
          error, `expected #{this} to throw ${described}`,
          "expected #{this} to not throw an error but #{act} was thrown",
          expected?.toString(), typeof error === "string" ? error : describedError(error));
      }
      // Negated with class and message, it fails only if both fit.
      const needsBoth = Boolean(expected && text) && negate;
      let classFits = false;
      let textFits = false;
      if (expected && error) {
        if (expected instanceof Error && (error === expected) === negate) {
          if (needsBoth) classFits = true;
          else judgeError(this, expected, error, "");
        }
        if (hasClassOf(error, expected) === negate) {
          if (needsBoth) classFits = true;
          else judgeError(this, expected, error);
        }
      }
      if (error && text !== undefined && text !== null && hasMessage(error, text) === negate) {
        if (needsBoth) textFits = true;
        else judgeMessage(this, text, error);
      }
      if (classFits && textFits) judgeError(this, expected, error);
      flag(this, "object", error);
    });

    function judgeError(assertion, expected, error, addition = " but #{act} was thrown") {
      assertion.assert(
        flag(assertion, "negate"), "expected #{this} to throw #{exp} but #{act} was thrown",
        `expected #{this} to not throw #{exp}${addition}`, describedError(expected), describedError(error));
    }

    function judgeMessage(assertion, text, error) {
      const relation = text instanceof RegExp ? "matching" : "including";
      assertion.assert(
        flag(assertion, "negate"), `expected #{this} to throw error ${relation} #{exp} but got #{act}`,
        `expected #{this} to throw error not ${relation} #{exp}`,
        text, error.message || (typeof error === "string" ? error : ""));
    }

    register("respondTo respondsTo", function (name, message) {
      const object = subjectOf(this, message);
      const isClass = typeof object === "function" && !flag(this, "itself");
      const method = isClass ? object.prototype[name] : object[name];
      this.assert(
        typeof method === "function", `expected #{this} to respond to ${inspect(name)}`,
        `expected #{this} to not respond to ${inspect(name)}`);
    });

    Assertion.addProperty("itself", function () { flag(this, "itself", true); });

    register("satisfy satisfies", function (test, message) {
      const result = test(subjectOf(this, message));
      this.assert(
        result, `expected #{this} to satisfy ${display(test)}`, `expected #{this} to not satisfy ${display(test)}`,
        !flag(this, "negate"), result);
    });

    register("closeTo approximately", function (expected, delta, message) {
      const object = subjectOf(this, message);
      also(this, object).is.a("number");
      if (typeof expected !== "number" || typeof delta !== "number") {
        const addition = delta === undefined ? ", and a delta is required" : "";
        refuse(this, `the arguments to closeTo or approximately must be numbers${addition}`);
      }
      const range = `${expected} +/- ${delta}`;
      this.assert(
        abs(object - expected) <= delta,
        `expected #{this} to be close to ${range}`, `expected #{this} not to be close to ${range}`);
    });

    function isSubset(subset, superset, {deep, contains, ordered}) {
      if (!contains && subset.length !== superset.length) return false;
      const isSame = deep ? deepEqual : (left, right) => left === right;
      if (ordered) return every(subset, (item, index) => isSame(item, superset[index]));
      const taken = {__proto__: null};
      return every(subset, item => {
        let index = 0;
        while (index < superset.length && (taken[index] || !isSame(item, superset[index]))) index++;
        if (!contains) taken[index] = true;
        return index < superset.length;
      });
    }

    register("members", function (subset, message) {
      const object = subjectOf(this, message);
      also(this, object).to.be.an("array");
      also(this, subset).to.be.an("array");
      const {contains, ordered} = this.__flags;
      const relation = contains
        ? `be ${ordered ? "an ordered superset" : "a superset"} of #{exp}`
        : `have the same ${ordered ? "ordered members" : "members"} as #{exp}`;
      this.assert(
        isSubset(subset, object, this.__flags),
        `expected #{this} to ${relation}`, `expected #{this} to not ${relation}`, subset, object, true);
    });

    register("oneOf", function (list, message) {
      const object = subjectOf(this, message);
      also(this, list).to.be.an("array");
      const {contains, deep} = this.__flags;
      if (contains) {
        this.assert(
          some(list, item => (typeof object === "string" ? indexOf : itemIndex)(object, item) >= 0),
          "expected #{this} to contain one of #{exp}", "expected #{this} to not contain one of #{exp}", list, object);
      } else if (deep) {
        this.assert(
          some(list, item => deepEqual(object, item)), "expected #{this} to deeply equal one of #{exp}",
          "expected #{this} to deeply equal one of #{exp}", list, object);
      } else {
        this.assert(
          itemIndex(list, object) >= 0, "expected #{this} to be one of #{exp}",
          "expected #{this} to not be one of #{exp}", list, object);
      }
    });

    // Compares a value before and after the call: a property of `subject`, or the result of `subject`.
    function registerChange(names, difference, holds) {
      const [verb] = names.split(" ");
      register(names, function (subject, property, message) {
        const call = subjectOf(this, message);
        also(this, call).is.a("function");
        if (property) also(this, subject).to.have.property(property);
        else also(this, subject).is.a("function");
        const isProperty = property !== undefined && property !== null;
        const initial = property ? subject[property] : subject();
        if (verb !== "change") also(this, initial).is.a("number");
        call();
        const final = isProperty ? subject[property] : subject();
        const described = isProperty ? `.${property}` : initial;
        const realDelta = difference(final, initial);
        flag(this, "delta", {described, verb, initial, final, realDelta});
        this.assert(holds(realDelta), `expected ${described} to ${verb}`, `expected ${described} to not ${verb}`);
      });
    }
    registerChange("change changes", (final, initial) => final !== initial, Boolean);
    registerChange("increase increases", (final, initial) => final - initial, delta => delta > 0);
    registerChange("decrease decreases", (final, initial) => initial - final, delta => delta > 0);

    register("by", function (delta, message) {
      subjectOf(this, message);
      const {described, verb, initial, final, realDelta} = flag(this, "delta");
      const actual = verb === "change" ? abs(final - initial) : realDelta;
      this.assert(
        actual === abs(delta), `expected ${described} to ${verb} by ${delta}`,
        `expected ${described} to not ${verb} by ${delta}`);
    });

    registerState(
      "extensible", value => isObject(value) && Object.isExtensible(value), "to be extensible", "to not be extensible");
    registerState("sealed", Object.isSealed, "to be sealed", "to not be sealed");
    registerState("frozen", Object.isFrozen, "to be frozen", "to not be frozen");
    registerState("finite", Number.isFinite, "to be a finite number", "to not be a finite number");
    """#
}
