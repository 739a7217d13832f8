extension ScriptLibrary {
  /// The assertions on requests and responses that Postman adds to chai.
  static let responseAssertions = #"""
    const kindOf = (value) =>
      Request.isRequest(value) ? "request" : Response.isResponse(value) ? "response" : undefined;
    const mustBeResponse = (assertion) => { new Assertion(assertion._obj).to.be.postmanResponse; };

    for (const [property, words, holds] of [
      ["postmanRequest", "request", (value) => kindOf(value) === "request"],
      ["postmanResponse", "response", (value) => kindOf(value) === "response"],
      ["postmanRequestOrResponse", "request or response", (value) => kindOf(value) !== undefined]
    ]) {
      Assertion.addProperty(property, function () {
        this.assert(holds(this._obj), `expecting a postman ${words} object but got #{this}`,
          `not expecting a postman ${words} object`);
      });
    }

    function assertClass(assertion, digit) {
      mustBeResponse(assertion);
      const { code } = assertion._obj;
      assertion.assert(floor(code / 100) === digit, "expected response code to be #{exp}XX but found #{act}",
        "expected response code to not be #{exp}XX", digit, code);
    }

    for (const [name, digit] of [
      ["info", 1], ["success", 2], ["redirection", 3], ["clientError", 4], ["serverError", 5]
    ]) Assertion.addProperty(name, function () { assertClass(this, digit); });
    Assertion.addMethod("statusCodeClass", function (digit) { assertClass(this, digit); });

    Assertion.addProperty("error", function () {
      mustBeResponse(this);
      const { code } = this._obj;
      this.assert(floor(code / 100) === 4 || floor(code / 100) === 5,
        "expected response code to be 4XX or 5XX but found #{act}", "expected response code to not be 4XX or 5XX",
        null, code);
    });

    function assertCode(assertion, code) {
      assertion.assert(assertion._obj.code === code, "expected response to have status code #{exp} but got #{act}",
        "expected response to not have status code #{act}", code, assertion._obj.code);
    }

    function assertReason(assertion, wanted, actual) {
      assertion.assert(actual === wanted, "expected response to have status reason #{exp} but got #{act}",
        "expected response to not have status reason #{act}", wanted, actual);
    }

    for (const [name, code] of [
      ["accepted", 202], ["withoutContent", 204], ["badRequest", 400], ["unauthorised", 401], ["unauthorized", 401],
      ["forbidden", 403], ["notFound", 404], ["notAcceptable", 406], ["rateLimited", 429]
    ]) {
      Assertion.addProperty(name, function () {
        mustBeResponse(this);
        assertReason(this, upperCase(reasons[code]), upperCase(text(this._obj.reason())));
      });
    }

    // `ok` of chai, and of a response its reason.
    Assertion.addProperty("ok", function () {
      if (Response.isResponse(this._obj)) return assertReason(this, "OK", upperCase(text(this._obj.reason())));
      this.assert(flag(this, "object"), "expected #{this} to be truthy", "expected #{this} to be falsy");
    });

    Assertion.addMethod("status", function (wanted) {
      mustBeResponse(this);
      if (typeof wanted === "number") assertCode(this, wanted);
      else assertReason(this, wanted, this._obj.reason());
    });
    Assertion.addMethod("statusCode", function (code) { mustBeResponse(this); assertCode(this, number(code)); });
    Assertion.addMethod("statusReason", function (reason) {
      mustBeResponse(this);
      assertReason(this, text(reason), this._obj.reason());
    });

    Assertion.addMethod("header", function (name, value) {
      new Assertion(this._obj).to.be.postmanRequestOrResponse;
      const kind = kindOf(this._obj);
      const { headers } = this._obj;
      this.assert(headers.has(name), `expected ${kind} to have header with key #{exp}`,
        `expected ${kind} to not have header with key #{exp}`, name);
      if (arguments.length < 2) return;
      const actual = headers.one(name)?.value;
      this.assert(actual === value, `expected '${text(name)}' ${kind} header to be #{exp} but got #{act}`,
        `expected '${text(name)}' ${kind} header to not be #{act}`, value, actual);
    });

    function assertContent(assertion) {
      assertion.assert(assertion._obj.text().length > 0, "expected response to have content in body",
        "expected response to not have content in body");
    }

    Assertion.addProperty("withBody", function () { mustBeResponse(this); assertContent(this); });

    /** The JSON of a body, or the first line of why it has none. */
    function jsonOf(response) {
      // A body that cannot be read is no invalid JSON.
      response.text();
      try {
        return { value: response.json() };
      } catch (error) {
        return { why: error.name === "JSONError" ? error.message.split("\n")[0] : error.name + ": " + error.message };
      }
    }

    function assertJSON(assertion) {
      mustBeResponse(assertion);
      const { why } = jsonOf(assertion._obj);
      assertion.assert(why === undefined, "expected response body to be a valid json but got error " + why,
        "expected response body not to be a valid json");
    }

    Assertion.addProperty("json", function () { assertJSON(this); });

    Assertion.addMethod("body", function (content) {
      mustBeResponse(this);
      if (isPlain(content)) {
        const { value } = jsonOf(this._obj);
        this.assert(deepEqual(value, content), "expected response body json to equal #{exp} but got #{act}",
          "expected response body json to not equal #{exp} but got #{act}", content, value);
        return;
      }
      if (arguments.length === 0) return assertContent(this);
      const body = this._obj.text();
      if (content instanceof RegExp) {
        this.assert(content.exec(body) !== null, "expected response body text to match #{exp} but got #{act}",
          "expected response body text #{act} to not match #{exp}", content, body);
        return;
      }
      this.assert(deepEqual(body, content), "expected response body to equal #{exp} but got #{act}",
        "expected response body to not equal #{exp}", content, body);
    });

    /** The steps of a path such as `items[0].sku`. */
    const stepsOf = (path) => split(replace(path, /\[(?:(\d+)|(["'])(.*?)\2)\]/g, (match, index, quote, name) =>
      "." + (index ?? name)), ".");

    /** The value at a path, in an object; `undefined` if there is none. */
    function valueAt(value, path) {
      const isOwn = (object, step) => object !== null && object !== undefined && hasOwn(Object(object), step);
      if (isOwn(value, path)) return { value: value[path] };
      const steps = stepsOf(path);
      for (let index = steps[0] === "" ? 1 : 0; index < steps.length; index++) {
        if (!isOwn(value, steps[index])) return undefined;
        value = value[steps[index]];
      }
      return { value };
    }

    Assertion.addMethod("jsonBody", function (path, wanted) {
      if (arguments.length === 0) return assertJSON(this);
      mustBeResponse(this);
      if (typeof path !== "string") return;
      const { value } = jsonOf(this._obj);
      const part = valueAt(value, path);
      this.assert(part !== undefined, "expected #{act} in response to contain property #{exp}",
        "expected #{act} in response to not contain property #{exp}", path, value);
      if (arguments.length < 2) return;
      const place = `expected response body json at "${path}" to`;
      this.assert(deepEqual(part?.value, wanted), `${place} contain #{exp} but got #{act}`,
        `${place} not contain #{exp} but got #{act}`, wanted, part?.value);
    });

    Assertion.addMethod("jsonSchema", function (schema, options) {
      const subject = Response.isResponse(this._obj) ? this._obj.json() : this._obj;
      const { validate, errorsText } = builtIn("schema");
      const { valid, found } = withOriginals(() => {
        const { valid, errors } = validate(schema, subject, { allErrors: true, logger: false, ...options });
        return { valid, found: errorsText(errors) };
      });
      this.assert(valid, "expected data to satisfy schema but found following errors: \n" + found,
        "expected data to not satisfy schema", true, valid);
    });

    for (const [name, measure] of [
      ["responseTime", (response) => response.responseTime],
      ["responseSize", (response) => (response.size().header || 0) + (response.size().body || 0)]
    ]) {
      const noun = name === "responseTime" ? "time" : "size";
      Assertion.addChainableMethod(name, function (wanted) {
        const actual = flag(this, "number");
        const [words, refusal] = noun === "time" || typeof actual !== "number"
          ? [`have a valid response ${noun} but got #{act}`, `not have a valid response ${noun} but got #{act}`]
          : ["size", ""];
        if (words !== "size") {
          this.assert(typeof actual === "number" && (arguments.length === 0 || actual === wanted),
            "expected response to " + words, "expected response to " + refusal, null, actual);
        } else if (arguments.length > 0) {
          this.assert(actual === wanted, "expected response size to equal #{act} but got #{exp}",
            "expected response size to not equal #{act} but got #{exp}", wanted, actual);
        }
      }, function () {
        mustBeResponse(this);
        flag(this, "number", measure(this._obj));
        this._obj = measure(this._obj);
      });
    }
    """#
}
