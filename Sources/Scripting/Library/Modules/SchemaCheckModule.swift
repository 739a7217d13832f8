extension ScriptLibrary {
  /// JSON Schema: the check, in the order and with the errors and messages of ajv 6.
  static let schemaCheckModule = #"""
    const comparisons = {
      maximum: ["exclusiveMaximum", "<", (value, limit) => value > limit, Math.min],
      minimum: ["exclusiveMinimum", ">", (value, limit) => value < limit, Math.max],
    };
    // Only the newer drafts use these; `keyword in schema` chooses between them and the older meaning.
    const groups = [
      ["number", ["maximum", "minimum", "multipleOf", "format"]],
      ["string", ["maxLength", "minLength", "pattern", "format"]],
      ["array", ["maxItems", "minItems", "prefixItems", "items", "contains", "uniqueItems", "unevaluatedItems"]],
      ["object", [
        "maxProperties", "minProperties", "required", "dependencies", "dependentRequired", "dependentSchemas",
        "propertyNames", "properties",
      ]],
      [undefined, ["$ref", "$dynamicRef", "$recursiveRef", "const", "enum", "not", "anyOf", "oneOf", "allOf", "if"]],
    ];
    const implied = {
      maximum: ["exclusiveMaximum"], minimum: ["exclusiveMinimum"],
        properties: ["additionalProperties", "patternProperties"],
    };
    const groupTypes = { number: types.number, string: types.string, array: Array.isArray, object: isObject };
    const newer = ["prefixItems", "unevaluatedItems", "dependentRequired", "dependentSchemas", "$dynamicRef",
      "$recursiveRef"];

    // The check of texts, numbers and lists. `where` is { path, schemaPath, composite, property }.
    class Check {
      errors = [];
      plans = new Map();
      constructor(registry, root, options, formats) {
        Object.assign(this, { registry, root, options, formats, all: Boolean(options.allErrors) });
        this.recent = /20(?:19-09|20-12)/.test(isObject(root) ? String(root.$schema) : "");
      }

      fail(where, keyword, params, message, alone = true, at = "/" + keyword) {
        const error = { keyword, dataPath: where.path, schemaPath: where.schemaPath + at, params };
        if (this.options.messages !== false) { error.message = message; }
        if (where.propertyName !== undefined) { error.propertyName = where.propertyName; }
        if (this.options.verbose) { Object.assign(error, { schema: where.schema?.[keyword], parentSchema: where.schema,
          data: where.data }); }
        if (alone && !this.all && !where.composite) { this.errors = []; }
        this.errors.push(error);
        return false;
      }

      under({ path, schemaPath, composite, propertyName }, name, at, quoted) {
        if (name !== undefined) {
          if (this.options.jsonPointers) {
            path += "/" + String(name).replace(/~/g, "~0").replace(/\//g, "~1");
          } else if (typeof name === "number") { path += `[${name}]`; } else {
            path += quoted ? `['${name}']` : nameStep(name);
          }
        }
        return { path, schemaPath: schemaPath + at, composite, propertyName, schema: undefined, data: undefined };
      }

      check(schema, data, where) {
        if (schema === true) { return true; }
        if (schema === false) {
          return this.fail(where, "false schema", {}, "boolean schema is false", true, "/false schema");
        }
        const { path, schemaPath, composite, propertyName } = where;
        where = { path, schemaPath, composite, propertyName, schema, data };
        if (typeof schema.$ref === "string" && !this.recent && this.options.extendRefs !== true) {
          return this.$ref(schema.$ref, data, where);
        }
        let type = schema.type;
        if (schema.nullable === true && this.options.nullable) { type = [].concat(type, "null"); }
        const plan = this.plan(schema);
        const early = Array.isArray(type) || (type !== undefined && !plan.some(([group]) => group === type));
        let valid = true;
        if (early && !this.type(type, data, where)) {
          if (!this.all) { return false; }
          valid = false;
        }
        for (const [group, keywords] of plan) {
          if (!group || groupTypes[group](data)) {
            for (const keyword of keywords) {
              if (!this[keyword](schema[keyword], data, where)) {
                if (!this.all) { return false; }
                valid = false;
              }
            }
          } else if (type === group && !early && !this.type(type, data, where)) {
            if (!this.all) { return false; }
            valid = false;
          }
        }
        if (this.recent && "unevaluatedProperties" in schema && isObject(data)) {
          valid = this.unevaluatedProperties(schema.unevaluatedProperties, data, where) && valid;
        }
        return this.custom(schema, data, where) && valid;
      }
      // The groups that a schema uses, each with its keywords.
      plan(schema) {
        let plan = this.plans.get(schema);
        if (plan) { return plan; }
        const isUsed = (keyword) => keyword in schema || implied[keyword]?.some((other) => other in schema);
        plan = groups.map(([group, keywords]) => [group, keywords.filter(isUsed)])
          .filter(([, keywords]) => keywords.length > 0)
          .map(([group, keywords]) => [group, keywords.filter((each) => this.recent || !newer.includes(each))]);
        this.plans.set(schema, plan);
        return plan;
      }
      custom(schema, data, where) {
        let valid = true;
        for (const [keyword, judge] of this.options.custom ?? []) {
          if (keyword in schema && !judge(schema[keyword], data, schema)) {
            valid = this.fail(where, keyword, { keyword }, `should pass "${keyword}" keyword validation`);
          }
        }
        return valid;
      }
      type(type, data, where) {
        const wanted = [].concat(type);
        if (wanted.some((each) => types[each]?.(data))) { return true; }
        const text = wanted.join(",");
        return this.fail(where, "type", { type: text }, `should be ${text}`);
      }
      // Whether the value is valid, without keeping its errors.
      passes(schema, data, where) {
        const kept = this.errors;
        this.errors = [];
        const valid = this.check(schema, data, { ...where, composite: true });
        this.errors = kept;
        return valid;
      }

      limit(keyword, data, where) {
        const [exclusiveKeyword, sign, isBeyond, stricter] = comparisons[keyword];
        let limit = where.schema[keyword];
        const other = where.schema[exclusiveKeyword];
        if (typeof other === "number") { limit = limit === undefined ? other : stricter(limit, other); }
        if (limit === undefined) { return true; }
        const exclusive = other === true || other === limit;
        if (!isBeyond(data, limit) && !(exclusive && data === limit) && data === data) { return true; }
        const comparison = exclusive ? sign : sign + "=";
        return this.fail(where, exclusive ? exclusiveKeyword : keyword, { comparison, limit, exclusive },
          `should be ${comparison} ${limit}`);
      }
      maximum(_, data, where) { return this.limit("maximum", data, where); }
      minimum(_, data, where) { return this.limit("minimum", data, where); }
      multipleOf(divisor, data, where) {
        const ratio = data / divisor;
        const { multipleOfPrecision: digits } = this.options;
        if (digits ? Math.abs(Math.round(ratio) - ratio) <= 10 ** -digits : ratio === parseInt(ratio)) { return true; }
        return this.fail(where, "multipleOf", { multipleOf: divisor }, `should be multiple of ${divisor}`);
      }
      format(name, data, where) {
        let format = this.formats[name];
        if (format && typeof format === "object" && !(format instanceof RegExp)) {
          if ((format.type ?? "string") !== typeof data) { return true; }
          format = format.validate;
        } else if (typeof data !== "string") { return true; }
        if (!format || this.options.format === false) { return true; }
        if (format instanceof RegExp ? new RegExp(format).test(data) : format(data)) { return true; }
        return this.fail(where, "format", { format: name }, `should match format "${name}"`);
      }
      pattern(pattern, data, where) {
        if (new RegExp(pattern).test(data)) { return true; }
        return this.fail(where, "pattern", { pattern }, `should match pattern "${pattern}"`);
      }
      count(keyword, limit, count, where) {
        if (keyword.startsWith("max") ? count <= limit : count >= limit) { return true; }
        const words = {
          maxLength: "longer than # characters", minLength: "shorter than # characters", maxItems: "more than # items",
          minItems: "fewer than # items", maxProperties: "more than # properties",
            minProperties: "fewer than # properties",
        };
        const verb = keyword.endsWith("Length") ? "be" : "have";
        return this.fail(where, keyword, { limit }, `should NOT ${verb} ${words[keyword].replace("#", limit)}`);
      }
      lengths(keyword, limit, data, where) {
        return this.count(keyword, limit, this.options.unicode === false ? data.length : lengthOf(data), where);
      }
      maxLength(limit, data, where) { return this.lengths("maxLength", limit, data, where); }
      minLength(limit, data, where) { return this.lengths("minLength", limit, data, where); }
      maxItems(limit, data, where) { return this.count("maxItems", limit, data.length, where); }
      minItems(limit, data, where) { return this.count("minItems", limit, data.length, where); }
      maxProperties(limit, data, where) { return this.count("maxProperties", limit, Object.keys(data).length, where); }
      minProperties(limit, data, where) { return this.count("minProperties", limit, Object.keys(data).length, where); }

      each(list, test) {
        let valid = true;
        for (const each of list) {
          if (!test(each)) {
            if (!this.all) { return false; }
            valid = false;
          }
        }
        return valid;
      }
      itemsFrom(start, schema, keyword, data, where) {
        const places = Array.from(data.keys()).slice(start);
        return this.each(places, (at) => this.check(schema, data[at], this.under(where, at, "/" + keyword)));
      }
      listed(list, keyword, data, where) {
        const places = Array.from(data.keys()).slice(0, list.length);
        return this.each(places, (at) => this.check(list[at], data[at], this.under(where, at, `/${keyword}/${at}`)));
      }
      prefixItems(list, data, where) { return this.listed(list, "prefixItems", data, where); }
      items(items, data, where) {
        if (!Array.isArray(items)) {
          const start = this.recent ? where.schema.prefixItems?.length ?? 0 : 0;
          return this.itemsFrom(start, items, "items", data, where);
        }
        const rest = where.schema.additionalItems;
        let valid = true;
        if (rest === false && data.length > items.length) {
          valid = this.fail(where, "additionalItems", { limit: items.length },
            `should NOT have more than ${items.length} items`);
          if (!this.all) { return false; }
        }
        valid = this.listed(items, "items", data, where) && valid;
        if (!valid && !this.all) { return false; }
        if (!isObject(rest)) { return valid; }
        return this.itemsFrom(items.length, rest, "additionalItems", data, where) && valid;
      }
      contains(schema, data, where) {
        const { minContains = 1, maxContains = Infinity } = this.recent ? where.schema : {};
        const errors = this.errors;
        this.errors = [...errors];
        let matched = 0;
        for (let at = 0; at < data.length && (this.recent || matched === 0); at++) {
          if (this.check(schema, data[at], { ...this.under(where, at, "/contains"), composite: true })) { matched++; }
        }
        if (matched >= minContains && matched <= maxContains) {
          this.errors = errors;
          return true;
        }
        return this.fail(where, "contains", {}, "should contain a valid item");
      }
      uniqueItems(wanted, data, where) {
        if (!wanted) { return true; }
        for (let i = data.length - 1; i > 0; i--) {
          for (let j = i - 1; j >= 0; j--) {
            if (isEqual(data[i], data[j])) {
              return this.fail(where, "uniqueItems", { i, j },
                `should NOT have duplicate items (items ## ${j} and ${i} are identical)`);
            }
          }
        }
        return true;
      }
    }
    """#
}
