extension ScriptLibrary {
  /// JSON Schema: the check of objects, references and combinations.
  static let schemaObjectsModule = #"""
    class SchemaCheck extends Check {
      // ajv names the property as a path where it stops at the first error.
      missing(name) {
        return this.all || this.options.jsonPointers ? name : this.under({ path: "", schemaPath: "" }, name, "").path;
      }
      // Where ajv stops at the first error, it looks for required properties with a schema of their own only when it
      // comes to `properties`.
      isLater(name, { schema }) {
        const own = Object.hasOwn(schema.properties ?? {}, name) && schema.properties[name];
        return !this.all && (schema.properties?.[name] === false || (isObject(own) && Object.keys(own).length > 0));
      }
      required(names, data, where) {
        if (!Array.isArray(names)) { return true; }
        return this.each(names.filter((name) => !this.isLater(name, where)), (name) => data[name] !== undefined
          || this.fail(where, "required",
          { missingProperty: this.missing(name) }, `should have required property '${this.missing(name)}'`));
      }
      needed(keyword, property, names, data, where) {
        if (data[property] === undefined) { return true; }
        const words = names.length === 1 ? `property ${names[0]}` : `properties ${names.join(", ")}`;
        return this.each(names, (name) => data[name] !== undefined || this.fail(where, keyword,
          { property, missingProperty: this.missing(name), depsCount: names.length, deps: names.join(", ") },
          `should have ${words} when property ${property} is present`));
      }
      dependentRequired(map, data, where) {
        return this.each(Object.keys(map), (name) => this.needed("dependentRequired", name, map[name], data, where));
      }
      dependentSchemas(map, data, where) {
        return this.each(Object.keys(map), (name) => data[name] === undefined
          || this.check(map[name], data, this.under(where, undefined, "/dependentSchemas/" + encodePointer(name))));
      }
      dependencies(map, data, where) {
        const lists = Object.keys(map).filter((name) => Array.isArray(map[name]));
        const schemas = Object.keys(map).filter((name) => !Array.isArray(map[name]));
        const valid = this.each(lists, (name) => this.needed("dependencies", name, map[name], data, where));
        if (!valid && !this.all) { return false; }
        return this.each(schemas, (name) => data[name] === undefined
          || this.check(map[name], data, this.under(where, undefined, "/dependencies/" + encodePointer(name))))
            && valid;
      }
      propertyNames(schema, data, where) {
        return this.each(Object.keys(data), (propertyName) => {
          const named = { ...this.under(where, undefined, "/propertyNames"), propertyName, composite: true };
          if (this.check(schema, propertyName, named)) { return true; }
          const whole = { ...where, propertyName: undefined };
          return this.fail(whole, "propertyNames", { propertyName }, `property name '${propertyName}' is invalid`,
            false);
        });
      }
      properties(map, data, where) {
        const { patternProperties = {}, additionalProperties: extra } = where.schema;
        const named = Object.keys(map ?? {}), patterns = Object.keys(patternProperties);
        let valid = true;
        if (extra === false || isObject(extra)) {
          const others = Object.keys(data).filter((name) =>
            !named.includes(name) && !patterns.some((pattern) => new RegExp(pattern).test(name)));
          valid = this.each(others, (additionalProperty) => extra === false
            ? this.fail(where, "additionalProperties", { additionalProperty }, "should NOT have additional properties")
            : this.check(extra, data[additionalProperty],
              this.under(where, additionalProperty, "/additionalProperties", true)));
          if (!valid && !this.all) { return false; }
        }
        const { required = [] } = where.schema;
        valid = this.each(named, (name) => {
          if (data[name] !== undefined) {
            return this.check(map[name], data[name], this.under(where, name, "/properties/" + encodePointer(name)));
          }
          return !(Array.isArray(required) && required.includes(name) && this.isLater(name, where)) || this.fail(
            where, "required", { missingProperty: name }, `should have required property '${name}'`);
        }) && valid;
        if (!valid && !this.all) { return false; }
        return this.each(patterns, (pattern) =>
          this.each(Object.keys(data).filter((name) => new RegExp(pattern).test(name)), (name) => this.check(
            patternProperties[pattern], data[name],
            this.under(where, name, "/patternProperties/" + encodePointer(pattern), true)))) && valid;
      }
      // The names or places that a schema of a newer draft and its valid subschemas have looked at.
      evaluated(schema, data, where) {
        if (!isObject(schema)) { return new Set(); }
        const seen = new Set();
        const add = (other) => { for (const each of this.evaluated(other, data, where)) { seen.add(each); } };
        if (Array.isArray(data)) {
          const listed = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []);
          const all = isSchema(schema.items) || "additionalItems" in schema || "unevaluatedItems" in schema;
          for (const at of data.keys()) {
            if (all || at < listed.length || ("contains" in schema && this.passes(schema.contains, data[at], where))) {
              seen.add(at);
            }
          }
        } else {
          const all = "additionalProperties" in schema || "unevaluatedProperties" in schema;
          for (const name of Object.keys(data)) {
            const matched = Object.keys(schema.patternProperties ?? {}).some((pattern) =>
              new RegExp(pattern).test(name));
            if (all || matched || Object.hasOwn(schema.properties ?? {}, name)) { seen.add(name); }
          }
          for (const name of Object.keys(schema.dependentSchemas ?? {})) {
            if (data[name] !== undefined) { add(schema.dependentSchemas[name]); }
          }
        }
        if (typeof schema.$ref === "string") { add(this.registry.resolve(schema.$ref, schema, this.root)); }
        for (const other of schema.allOf ?? []) { add(other); }
        for (const other of [...schema.anyOf ?? [], ...schema.oneOf ?? []]) {
          if (this.passes(other, data, where)) { add(other); }
        }
        if (isSchema(schema.if)) {
          const holds = this.passes(schema.if, data, where);
          if (holds) { add(schema.if); }
          add(holds ? schema.then : schema.else);
        }
        return seen;
      }
      unevaluated(keyword, rest, places, data, where) {
        const { [keyword]: own, ...others } = where.schema;
        this.registry.add(others, this.registry.baseOf(where.schema));
        const seen = this.evaluated(others, data, where);
        return this.each(places.filter((place) => !seen.has(place)), (place) => rest === false
          ? this.fail(where, keyword, { unevaluatedProperty: place },
            `should NOT have ${keyword.replace(/[A-Z]/, (letter) => " " + letter.toLowerCase())}`)
          : this.check(rest, data[place], this.under(where, place, "/" + keyword)));
      }
      unevaluatedItems(rest, data, where) {
        return this.unevaluated("unevaluatedItems", rest, [...data.keys()], data, where);
      }
      unevaluatedProperties(rest, data, where) {
        return this.unevaluated("unevaluatedProperties", rest, Object.keys(data), data, where);
      }

      $ref(reference, data, where) {
        const schema = this.registry.resolve(reference, where.schema, this.root);
        return this.check(schema, data, { ...where, schemaPath: reference });
      }
      $dynamicRef(reference, data, where) { return this.$ref(reference, data, where); }
      $recursiveRef(reference, data, where) { return this.$ref(reference, data, where); }
      const(value, data, where) {
        return isEqual(value, data)
          || this.fail(where, "const", { allowedValue: value }, "should be equal to constant");
      }
      enum(values, data, where) {
        return values.some((value) => isEqual(value, data))
          || this.fail(where, "enum", { allowedValues: values }, "should be equal to one of the allowed values");
      }
      not(schema, data, where) {
        return !this.passes(schema, data, where) || this.fail(where, "not", {}, "should NOT be valid");
      }
      // Keeps the errors of the subschemas only when the keyword fails.
      attempts(keyword, list, data, where, wanted) {
        const errors = this.errors;
        this.errors = [...errors];
        const passing = [];
        for (let at = 0; at < list.length && wanted(passing.length); at++) {
          const inside = { ...this.under(where, undefined, `/${keyword}/${at}`), composite: true };
          if (this.check(list[at], data, inside)) { passing.push(at); }
        }
        return { passing, keep: () => { this.errors = errors; } };
      }
      anyOf(list, data, where) {
        const { passing, keep } = this.attempts("anyOf", list, data, where, (count) => count === 0);
        if (passing.length === 0) { return this.fail(where, "anyOf", {}, "should match some schema in anyOf", false); }
        keep();
        return true;
      }
      oneOf(list, data, where) {
        const { passing, keep } = this.attempts("oneOf", list, data, where, (count) => count < 2);
        if (passing.length === 1) {
          keep();
          return true;
        }
        const passingSchemas = passing.length > 0 ? passing : null;
        return this.fail(where, "oneOf", { passingSchemas }, "should match exactly one schema in oneOf", false);
      }
      allOf(list, data, where) {
        return this.each([...list.keys()],
          (at) => this.check(list[at], data, this.under(where, undefined, `/allOf/${at}`)));
      }
      if(schema, data, where) {
        const { then: thenSchema, else: elseSchema } = where.schema;
        if (!isSchema(thenSchema) && !isSchema(elseSchema)) { return true; }
        const failingKeyword = this.passes(schema, data, where) ? "then" : "else";
        const chosen = failingKeyword === "then" ? thenSchema : elseSchema;
        if (!isSchema(chosen)) { return true; }
        if (this.check(chosen, data, this.under(where, undefined, "/" + failingKeyword))) { return true; }
        return !(this.all || where.composite) ? false
          : this.fail(where, "if", { failingKeyword }, `should match "${failingKeyword}" schema`, false);
      }
    }
    """#
}
