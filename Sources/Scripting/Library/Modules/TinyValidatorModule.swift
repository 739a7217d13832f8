extension ScriptLibrary {
  /// tv4: JSON Schema draft 4 with tv4's error codes and messages.
  static let tinyValidatorModule = #"""
    const { isEqual } = library.module("schema");
    const { URL } = library.module("url");
    const codes = {
      INVALID_TYPE: [0, "Invalid type: {type} (expected {expected})"], ENUM_MISMATCH: [1, "No enum match for: {value}"],
      ANY_OF_MISSING: [10, 'Data does not match any schemas from "anyOf"'],
      ONE_OF_MISSING: [11, 'Data does not match any schemas from "oneOf"'],
      ONE_OF_MULTIPLE: [12, 'Data is valid against more than one schema from "oneOf": indices {index1} and {index2}'],
      NOT_PASSED: [13, 'Data matches schema from "not"'],
      NUMBER_MULTIPLE_OF: [100, "Value {value} is not a multiple of {multipleOf}"],
      NUMBER_MINIMUM: [101, "Value {value} is less than minimum {minimum}"],
      NUMBER_MINIMUM_EXCLUSIVE: [102, "Value {value} is equal to exclusive minimum {minimum}"],
      NUMBER_MAXIMUM: [103, "Value {value} is greater than maximum {maximum}"],
      NUMBER_MAXIMUM_EXCLUSIVE: [104, "Value {value} is equal to exclusive maximum {maximum}"],
      NUMBER_NOT_A_NUMBER: [105, "Value {value} is not a valid number"],
      STRING_LENGTH_SHORT: [200, "String is too short ({length} chars), minimum {minimum}"],
      STRING_LENGTH_LONG: [201, "String is too long ({length} chars), maximum {maximum}"],
      STRING_PATTERN: [202, "String does not match pattern: {pattern}"],
      OBJECT_PROPERTIES_MINIMUM: [300, "Too few properties defined ({propertyCount}), minimum {minimum}"],
      OBJECT_PROPERTIES_MAXIMUM: [301, "Too many properties defined ({propertyCount}), maximum {maximum}"],
      OBJECT_REQUIRED: [302, "Missing required property: {key}"],
      OBJECT_ADDITIONAL_PROPERTIES: [303, "Additional properties not allowed"],
      OBJECT_DEPENDENCY_KEY: [304, "Dependency failed - key must exist: {missing} (due to key: {key})"],
      ARRAY_LENGTH_SHORT: [400, "Array is too short ({length}), minimum {minimum}"],
      ARRAY_LENGTH_LONG: [401, "Array is too long ({length}), maximum {maximum}"],
      ARRAY_UNIQUE: [402, "Array items are not unique (indices {match1} and {match2})"],
      ARRAY_ADDITIONAL_ITEMS: [403, "Additional items not allowed"],
      FORMAT_CUSTOM: [500, "Format validation failed ({message})"],
      KEYWORD_CUSTOM: [501, "Keyword failed: {key} ({message})"],
      CIRCULAR_REFERENCE: [600, "Circular $refs: {urls}"], UNKNOWN_PROPERTY: [1000, "Unknown property (not in schema)"],
    };
    const errorCodes = Object.fromEntries(Object.entries(codes).map(([name, [code]]) => [name, code]));
    const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
    const isNested = (value) => value !== null && typeof value === "object";
    const typeOf = (value) => value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
    const pointer = (name) => "/" + String(name).replace(/~/g, "~0").replace(/\//g, "~1");

    class ValidationError extends Error {
      constructor(name, params, subErrors = null) {
        const [code, message] = codes[name];
        super(message.replace(/\{(\w+)\}/g, (whole, key) => {
          const value = params[key];
          return typeof value === "string" || typeof value === "number" ? value : whole;
        }));
        Object.defineProperty(this, "message", { value: this.message, enumerable: true, writable: true,
          configurable: true });
        Object.assign(this, { params, code, dataPath: "", schemaPath: "", subErrors });
      }
      prefixWith(data, schema) {
        this.dataPath = (data ?? "") + this.dataPath;
        this.schemaPath = schema + this.schemaPath;
        for (const each of this.subErrors ?? []) { each.prefixWith(data, schema); }
        return this;
      }
    }
    Object.defineProperty(ValidationError.prototype, "name", { value: "ValidationError", configurable: true });
    const wrong = (name, params, schemaPath, dataPath, subErrors) =>
      [new ValidationError(name, params, subErrors).prefixWith(dataPath, schemaPath)];

    // One run of a validation: gives the list of errors, only the first unless `all`.
    class Run {
      missing = [];
      #open = [];
      constructor(schemas, all, options) { Object.assign(this, { schemas, all, ...options }); }
      first(...steps) {
        const errors = [];
        for (const step of steps) {
          for (const error of step()) {
            errors.push(error);
            if (!this.all) { return errors; }
          }
        }
        return errors;
      }
      inside(schema, data, schemaPath, dataPath) {
        return this.check(schema, data).map((error) => error.prefixWith(dataPath, schemaPath));
      }
      resolve(schema, seen = []) {
        if (typeof schema?.$ref !== "string") { return schema; }
        const found = this.schemas.find(schema.$ref, this.root);
        if (found === undefined) {
          const uri = schema.$ref.replace(/#.*/, "");
          if (!this.missing.includes(uri)) { this.missing.push(uri); }
          return undefined;
        }
        if (seen.includes(found)) { return new ValidationError("CIRCULAR_REFERENCE", { urls: schema.$ref }); }
        return this.resolve(found, [...seen, found]);
      }
      check(given, data) {
        const schema = this.resolve(given);
        if (schema instanceof ValidationError) { return [schema]; }
        if (!isObject(schema)) { return []; }
        if (this.recursive && isNested(data)) {
          if (this.#open.some(([value, other]) => value === data && other === schema)) { return []; }
          this.#open.push([data, schema]);
        }
        const errors = this.first(
          () => this.type(schema, data), () => this.enum(schema, data), () => this.number(schema, data),
          () => this.string(schema, data), () => this.array(schema, data), () => this.object(schema, data),
          () => this.combined(schema, data), () => this.format(schema, data), () => this.keywords(schema, data));
        if (this.recursive && isNested(data)) { this.#open.pop(); }
        return errors;
      }
      type({ type }, data) {
        if (type === undefined) { return []; }
        const types = [].concat(type), own = typeOf(data);
        const matched = types.some((each) => each === own || (each === "integer" && own === "number"
          && data % 1 === 0));
        return matched ? [] : wrong("INVALID_TYPE", { type: own, expected: types.join("/") }, "/type");
      }
      enum({ enum: values }, data) {
        if (values === undefined || values.some((value) => isEqual(data, value))) { return []; }
        return wrong("ENUM_MISMATCH", { value: JSON.stringify(data) }, "/enum");
      }
      number(schema, data) {
        if (typeof data !== "number") { return []; }
        const { minimum, maximum, multipleOf = schema.divisibleBy } = schema;
        const remainder = Math.abs(data / multipleOf % 1);
        if (multipleOf !== undefined && remainder >= 2 ** -51 && remainder < 1 - 2 ** -51) {
          return wrong("NUMBER_MULTIPLE_OF", { value: data, multipleOf }, "/multipleOf");
        }
        if (data < minimum) { return wrong("NUMBER_MINIMUM", { value: data, minimum }, "/minimum"); }
        if (schema.exclusiveMinimum && data === minimum) {
          return wrong("NUMBER_MINIMUM_EXCLUSIVE", { value: data, minimum }, "/exclusiveMinimum");
        }
        if (data > maximum) { return wrong("NUMBER_MAXIMUM", { value: data, maximum }, "/maximum"); }
        if (schema.exclusiveMaximum && data === maximum) {
          return wrong("NUMBER_MAXIMUM_EXCLUSIVE", { value: data, maximum }, "/exclusiveMaximum");
        }
        return Number.isFinite(data) ? [] : wrong("NUMBER_NOT_A_NUMBER", { value: data }, "/type");
      }
      string(schema, data) {
        if (typeof data !== "string") { return []; }
        const { minLength: minimum, maxLength: maximum, pattern } = schema, { length } = data;
        if (length < minimum) { return wrong("STRING_LENGTH_SHORT", { length, minimum }, "/minLength"); }
        if (length > maximum) { return wrong("STRING_LENGTH_LONG", { length, maximum }, "/maxLength"); }
        if (typeof pattern !== "string" && !(pattern instanceof RegExp)) { return []; }
        const [, source, flags] = /^\/(.+)\/([img]*)$/.exec(pattern) ?? [null, pattern, ""];
        return new RegExp(source, flags).test(data) ? [] : wrong("STRING_PATTERN", { pattern }, "/pattern");
      }
      array(schema, data) {
        if (!Array.isArray(data)) { return []; }
        const { minItems: minimum, maxItems: maximum, items, additionalItems } = schema, { length } = data;
        return this.first(
          () => length < minimum ? wrong("ARRAY_LENGTH_SHORT", { length, minimum }, "/minItems") : [],
          () => length > maximum ? wrong("ARRAY_LENGTH_LONG", { length, maximum }, "/maxItems") : [],
          () => {
            for (let match1 = 1; schema.uniqueItems && match1 < length; match1++) {
              for (let match2 = 0; match2 < match1; match2++) {
                if (isEqual(data[match1], data[match2])) {
                  return wrong("ARRAY_UNIQUE", { match1: match2, match2: match1 }, "/uniqueItems");
                }
              }
            }
            return [];
          },
          ...items === undefined ? [] : data.map((value, at) => () => {
            if (!Array.isArray(items)) { return this.inside(items, value, "/items", "/" + at); }
            if (at < items.length) { return this.inside(items[at], value, "/items/" + at, "/" + at); }
            if (typeof additionalItems !== "boolean") {
              return additionalItems ? this.inside(additionalItems, value, "/additionalItems", "/" + at) : [];
            }
            return additionalItems ? [] : wrong("ARRAY_ADDITIONAL_ITEMS", {}, "/additionalItems", "/" + at);
          }));
      }
      object(schema, data) {
        if (!isObject(data)) { return []; }
        const { minProperties, maxProperties, properties = {}, patternProperties = {}, required = [] } = schema;
        const names = Object.keys(data), propertyCount = names.length;
        return this.first(
          () => propertyCount < minProperties
            ? wrong("OBJECT_PROPERTIES_MINIMUM", { propertyCount, minimum: minProperties }, "/minProperties") : [],
          () => propertyCount > maxProperties
            ? wrong("OBJECT_PROPERTIES_MAXIMUM", { propertyCount, maximum: maxProperties }, "/maxProperties") : [],
          ...(Array.isArray(required) ? required : []).map((key, at) => () => data[key] === undefined
            ? wrong("OBJECT_REQUIRED", { key }, "/required/" + at) : []),
          ...names.map((key) => () => this.property(schema, key, data[key], properties, patternProperties)),
          ...Object.keys(schema.dependencies ?? {}).filter((key) => data[key] !== undefined).map((key) => () => {
            const needed = schema.dependencies[key];
            if (isObject(needed)) { return this.inside(needed, data, "/dependencies" + pointer(key)); }
            return this.first(...[].concat(needed).map((missing, at) => () => data[missing] !== undefined ? []
              : wrong("OBJECT_DEPENDENCY_KEY", { key, missing },
                "/dependencies" + pointer(key) + (typeof needed === "string" ? "" : "/" + at))));
          }));
      }
      property({ additionalProperties: rest }, key, value, properties, patterns) {
        const path = pointer(key);
        const named = Object.hasOwn(properties, key) && properties[key] !== undefined;
        const matching = Object.keys(patterns).filter((pattern) => new RegExp(pattern).test(key));
        const steps = matching.map((pattern) => () =>
          this.inside(patterns[pattern], value, "/patternProperties" + pointer(pattern), path));
        if (named) { steps.unshift(() => this.inside(properties[key], value, "/properties" + path, path)); }
        if (steps.length === 0 && rest !== undefined && rest !== true) {
          return rest === false ? wrong("OBJECT_ADDITIONAL_PROPERTIES", { key }, "/additionalProperties", path)
            : this.inside(rest, value, "/additionalProperties", path);
        }
        if (steps.length === 0 && this.banUnknown && rest === undefined) {
          return wrong("UNKNOWN_PROPERTY", { path }, "", path);
        }
        return this.first(...steps);
      }
      combined({ allOf = [], anyOf, oneOf, not }, data) {
        const tried = (list, keyword) => list.map((each, at) => this.inside(each, data, `/${keyword}/${at}`));
        return this.first(
          ...allOf.map((each, at) => () => this.inside(each, data, "/allOf/" + at)),
          () => {
            const results = tried(anyOf ?? [], "anyOf");
            if (anyOf === undefined || results.some((errors) => errors.length === 0)) { return []; }
            return wrong("ANY_OF_MISSING", {}, "/anyOf", "", results.flat());
          },
          () => {
            const results = tried(oneOf ?? [], "oneOf");
            const [index1, index2] = results.flatMap((errors, at) => errors.length === 0 ? [at] : []);
            if (oneOf === undefined || (index1 !== undefined && index2 === undefined)) { return []; }
            return index1 === undefined ? wrong("ONE_OF_MISSING", {}, "/oneOf", "", results.flat())
              : wrong("ONE_OF_MULTIPLE", { index1, index2 }, "/oneOf");
          },
          () => not !== undefined && this.check(not, data).length === 0 ? wrong("NOT_PASSED", {}, "/not") : []);
      }
      format(schema, data) {
        const message = this.schemas.formats[schema.format]?.(data, schema);
        return message ? wrong("FORMAT_CUSTOM", { message: message.message ?? message }, "/format") : [];
      }
      keywords(schema, data) {
        return this.first(...Object.keys(schema).flatMap((key) =>
          (this.schemas.keywords[key] ?? []).map((judge) => () => {
          const message = judge(data, schema[key], schema, "");
          return message ? wrong("KEYWORD_CUSTOM", { key, message: message.message ?? message }, pointer(key)) : [];
        })));
      }
    }

    function create() {
      const schemas = new Map();
      const known = {
        formats: {}, keywords: {},
        find(reference, root) {
          const [document, fragment = ""] = reference.split("#");
          let found = document === "" ? root : schemas.get(document) ?? (root?.id === document ? root : undefined);
          if (!fragment) { return found; }
          if (!fragment.startsWith("/")) { return schemas.get(reference) ?? search(found, "#" + fragment); }
          for (const part of decodeURIComponent(fragment).split("/").slice(1)) {
            found = found?.[part.replace(/~1/g, "/").replace(/~0/g, "~")];
          }
          return found;
        },
      };
      function search(schema, id) {
        if (!isNested(schema)) { return undefined; }
        return schema.id === id ? schema : Object.values(schema).map((each) => search(each, id)).find(Boolean);
      }
      function collect(schema, base) {
        if (!isNested(schema)) { return; }
        let own = base;
        if (typeof schema.id === "string") {
          try { own = new URL(schema.id, base || undefined).href; } catch { own = schema.id; }
          schemas.set(own.replace(/#$/, ""), schema);
        }
        for (const key of Object.keys(schema)) { if (key !== "enum") { collect(schema[key], own); } }
      }
      function run(data, schema, all, recursive, banUnknown) {
        const root = typeof schema === "string" ? { $ref: schema } : schema;
        if (root === undefined || root === null) { throw new TypeError("no schema to validate against"); }
        collect(root, "");
        const current = new Run(known, all, { recursive: Boolean(recursive), banUnknown: Boolean(banUnknown), root });
        return { errors: current.check(root, data), missing: current.missing };
      }
      const api = library.judging({
        validate(data, schema, recursive, banUnknown) {
          const { errors, missing } = run(data, schema, false, recursive, banUnknown);
          this.error = errors[0] ?? null;
          this.missing = missing;
          this.valid = errors.length === 0;
          return this.valid;
        },
        validateResult(...given) {
          const result = {};
          api.validate.apply(result, given);
          return result;
        },
        validateMultiple(data, schema, recursive, banUnknown) {
          const { errors, missing } = run(data, schema, true, recursive, banUnknown);
          return { errors, missing, valid: errors.length === 0 };
        },
        addSchema(uri, schema) {
          if (isNested(uri)) { [uri, schema] = [uri.id, uri]; }
          if (typeof uri === "string") { schemas.set(uri.replace(/#$/, ""), schema); }
          collect(schema, typeof uri === "string" ? uri : "");
        },
        getSchema: (uri) => known.find(uri),
        getSchemaMap: () => Object.fromEntries(schemas),
        getSchemaUris: (pattern = /./) => [...schemas.keys()].filter((uri) => pattern.test(uri)),
        getMissingUris: () => api.missing,
        dropSchemas: () => schemas.clear(),
        addFormat(name, judge) { Object.assign(known.formats, isObject(name) ? name : { [name]: judge }); },
        defineKeyword(name, judge) { (known.keywords[name] ??= []).push(judge); },
        defineError(name, code, message) {
          codes[name] = [code, message];
          errorCodes[name] = code;
        },
        reset() {
          schemas.clear();
          api.error = null;
          api.missing = [];
        },
        freshApi: create, language: () => "en", addLanguage: () => true, setErrorReporter: () => undefined,
        error: null, missing: [], valid: undefined, errorCodes, tv4: undefined,
      });
      api.tv4 = api;
      return api;
    }
    return create();
    """#
}
