extension ScriptLibrary {
  /// JSON Schema: the class `Ajv` over the check, and `validate(schema, value, options)`.
  static let schemaAjvModule = #"""
    const counts = ["Length", "Items", "Properties"].flatMap((kind) => ["max" + kind, "min" + kind]);
    function metaSchema(draft) {
      const any = { $ref: "#" };
      const list = { type: "array", minItems: 1, items: any };
      const map = { type: "object", additionalProperties: any };
      const texts = { type: "array", items: { type: "string" }, uniqueItems: true };
      const text = { type: "string" }, number = { type: "number" };
      const simple = { enum: ["array", "boolean", "integer", "null", "number", "object", "string"] };
      const old = draft === 4;
      const properties = {
        [old ? "id" : "$id"]: text, $schema: text, $ref: text, title: text, description: text,
        multipleOf: old ? { ...number, minimum: 0, exclusiveMinimum: true } : { ...number, exclusiveMinimum: 0 },
        maximum: number, exclusiveMaximum: old ? { type: "boolean" } : number,
        minimum: number, exclusiveMinimum: old ? { type: "boolean" } : number,
        ...Object.fromEntries(counts.map((keyword) => [keyword, { type: "integer", minimum: 0 }])),
        pattern: { type: "string", format: "regex" }, additionalItems: any, items: { anyOf: [any, list] },
        uniqueItems: { type: "boolean" }, required: old ? { ...texts, minItems: 1 } : texts, additionalProperties: any,
        definitions: map, properties: map, patternProperties: { ...map, propertyNames: { format: "regex" } },
        dependencies: { type: "object", additionalProperties: { anyOf: [any, texts] } },
        enum: { type: "array", ...old ? { minItems: 1, uniqueItems: true } : { items: true } },
        type: { anyOf: [simple, { type: "array", items: simple, minItems: 1, uniqueItems: true }] },
        format: text, allOf: list, anyOf: list, oneOf: list, not: any,
      };
      if (!old) { Object.assign(properties, { contains: any, propertyNames: any }); }
      if (draft === 7) { Object.assign(properties, { if: any, then: any, else: any }); }
      if (old) {
        properties.additionalItems = properties.additionalProperties = { anyOf: [{ type: "boolean" }, any] };
        delete properties.patternProperties.propertyNames;
      }
      return { $id: `http://json-schema.org/draft-0${draft}/schema#`, type: old ? "object" : ["object", "boolean"],
        properties };
    }
    const recentDraft = /^https?:\/\/json-schema\.org\/draft\/20(?:19-09|20-12)\/schema#?$/;
    const errorsText = (errors, { separator = ", ", dataVar = "data" } = {}) => !errors || errors.length === 0
      ? "No errors"
      : errors.map((error) => dataVar + error.dataPath + " " + error.message).join(separator);

    class AjvState {
      constructor(options) {
        this.options = { ...options, custom: [] };
        const ids = { id: ["id"], auto: ["$id", "id"] };
        this.registry = new Registry(ids[options.schemaId] ?? ["$id"]);
        this.formats = { ...formats[options.format === "full" ? "full" : "fast"], ...options.formats };
        this.metas = new Map([6, 7].map((draft) => [`http://json-schema.org/draft-0${draft}/schema`,
          metaSchema(draft)]));
        this.validators = new Map();
        this.keys = new Map();
      }
      metaOf(schema) {
        const name = plainURI(isObject(schema) && typeof schema.$schema === "string" ? schema.$schema
          : "http://json-schema.org/draft-07/schema");
        if (recentDraft.test(name)) { return undefined; }
        const meta = this.metas.get(name);
        if (!meta) { throw new Error(`no schema with key or ref "${schema.$schema}"`); }
        return meta;
      }
      // Throws, as ajv does, for an unresolved reference, an unknown format or a wrong pattern, before any value is
      // checked.
      prepare(schema, root, path, seen = new Set()) {
        if (!isObject(schema) || seen.has(schema)) { return; }
        seen.add(schema);
        if (typeof schema.$ref === "string") {
          this.prepare(this.registry.resolve(schema.$ref, schema, root), root, schema.$ref, seen);
          return;
        }
        const { unknownFormats = true, format } = this.options;
        if (typeof schema.format === "string" && format !== false && !(schema.format in this.formats)
          && unknownFormats !== "ignore" && !(Array.isArray(unknownFormats)
            && unknownFormats.includes(schema.format))) {
          throw new Error(`unknown format "${schema.format}" is used in schema at path "${path}"`);
        }
        if (typeof schema.pattern === "string") { new RegExp(schema.pattern); }
        eachSubschema(schema, (each, keyword, name) => {
          if (keyword === "definitions" || keyword === "$defs") { return; }
          this.prepare(each, root, path + "/" + keyword + (name === undefined ? "" : "/" + encodePointer(name)), seen);
        });
      }
    }
    const states = new WeakMap();
    const state = (ajv) => states.get(ajv);

    function Ajv(options = {}) {
      if (!(this instanceof Ajv)) { return new Ajv(options); }
      states.set(this, library.withOriginals(() => new AjvState(options ?? {})));
      this.errors = null;
      const { schemas = [], keywords = {}, meta } = options ?? {};
      if (isObject(meta)) { this.addMetaSchema(meta); }
      for (const name of Object.keys(keywords)) { this.addKeyword(name, keywords[name]); }
      if (Array.isArray(schemas)) { this.addSchema(schemas); } else {
        for (const key of Object.keys(schemas)) { this.addSchema(schemas[key], key); }
      }
    }
    Object.assign(Ajv.prototype, library.judging({
      compile(schema) {
        const { registry, options, formats: known, validators } = state(this);
        if (validators.has(schema)) { return validators.get(schema); }
        if (!isSchema(schema)) { throw new Error("schema should be object or boolean"); }
        if (options.validateSchema !== false) { this.validateSchema(schema, options.validateSchema !== "log"); }
        registry.add(schema, "");
        state(this).prepare(schema, schema, "#");
        const validate = (data) => library.withOriginals(() => {
          const check = new SchemaCheck(registry, schema, options, known);
          const valid = check.check(schema, data, { path: "", schemaPath: "#", composite: false });
          validate.errors = valid ? null : check.errors;
          return valid;
        });
        Object.assign(validate, { errors: null, schema });
        validators.set(schema, validate);
        return validate;
      },
      validate(schema, data) {
        const validate = typeof schema === "string" ? this.getSchema(schema) : this.compile(schema);
        if (!validate) { throw new Error(`no schema with key or ref "${schema}"`); }
        const valid = validate(data);
        this.errors = validate.errors;
        return valid;
      },
      validateSchema(schema, throws) {
        const meta = state(this).metaOf(schema);
        if (!meta) { return true; }
        const registry = new Registry(["$id"]);
        registry.add(meta, "");
        const { allErrors } = state(this).options;
        const check = new SchemaCheck(registry, meta, { allErrors }, { regex: formats.fast.regex });
        const valid = check.check(meta, schema, { path: "", schemaPath: "#", composite: false });
        this.errors = valid ? null : check.errors;
        if (!valid && throws) { throw new Error("schema is invalid: " + this.errorsText()); }
        return valid;
      },
      addSchema(schema, key) {
        if (Array.isArray(schema)) {
          for (const each of schema) { this.addSchema(each); }
          return this;
        }
        const { registry, keys, options } = state(this);
        const id = registry.idOf(schema);
        if (id !== undefined && typeof id !== "string") { throw new Error("schema id must be string"); }
        const name = plainURI(key || id || "");
        if (registry.has(name) || keys.has(name)) { throw new Error(`schema with key or id "${name}" already exists`); }
        if (options.validateSchema !== false) { this.validateSchema(schema, true); }
        registry.add(schema, "");
        registry.set(name, schema);
        keys.set(name, schema);
        return this;
      },
      addMetaSchema(schema, key) {
        state(this).metas.set(plainURI(key ?? schema.$id ?? schema.id ?? ""), schema);
        return this;
      },
      getSchema(key) {
        const { registry, metas } = state(this);
        const [document, fragment] = key.split("#");
        const root = registry.get(key) ?? registry.get(document) ?? metas.get(plainURI(key));
        if (!root || !fragment || registry.has(key)) { return root && this.compile(root); }
        try { return this.compile(registry.resolve("#" + fragment, root, root)); } catch { return undefined; }
      },
      removeSchema(key) {
        const { registry, validators, keys } = state(this);
        const uris = key === undefined ? registry.uris : key instanceof RegExp
          ? registry.uris.filter((uri) => key.test(uri))
          : [plainURI(typeof key === "string" ? key : registry.idOf(key) ?? "")];
        for (const uri of uris) {
          validators.delete(registry.get(uri));
          registry.delete(uri);
          keys.delete(uri);
        }
        return this;
      },
      addFormat(name, format) {
        state(this).formats[name] = typeof format === "string" ? new RegExp(format) : format;
        return this;
      },
      addKeyword(name, { validate, compile, type } = {}) {
        const judge = validate ?? (compile ? (value, data, schema) => compile(value, schema)(data) : () => true);
        const wanted = [].concat(type ?? []);
        state(this).options.custom.push([name, (value, data, schema) =>
          (wanted.length > 0 && !wanted.some((each) => types[each](data))) || judge(value, data, schema)]);
        return this;
      },
      errorsText(errors = this.errors, options) { return errorsText(errors, options); },
    }));
    Object.assign(Ajv, { MissingRefError, ValidationError: class ValidationError extends Error {}, default: Ajv });

    // For assertions on a response: accepts draft 4 as well, and gives the errors instead of throwing them.
    function validate(schema, value, options = {}) {
      const ajv = new Ajv({ schemaId: "auto", ...options });
      ajv.addMetaSchema(metaSchema(4), "http://json-schema.org/draft-04/schema");
      const valid = ajv.validate(schema, value);
      return { valid, errors: ajv.errors ?? [] };
    }
    return { validate, errorsText, Ajv, isEqual, formats };
    """#
}
