extension ScriptLibrary {
  /// JSON Schema: where schemas are, and what `$ref` means. Covers drafts 4, 6, 7, 2019-09 and 2020-12.
  static let schemaReferencesModule = #"""
    const schemaLists = ["allOf", "anyOf", "oneOf", "prefixItems"];
    const schemaMaps = ["properties", "patternProperties", "definitions", "$defs", "dependentSchemas", "dependencies"];
    const schemaValues = [
      "items", "additionalItems", "contains", "additionalProperties", "propertyNames", "not", "if", "then", "else",
      "unevaluatedItems", "unevaluatedProperties",
    ];
    const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
    const isSchema = (value) => isObject(value) || typeof value === "boolean";

    // Calls `visit(subschema, keyword, name)` for each schema directly inside.
    function eachSubschema(schema, visit) {
      for (const keyword of Object.keys(schema)) {
        const value = schema[keyword];
        if (schemaValues.includes(keyword) && isSchema(value)) { visit(value, keyword); }
        if ((schemaLists.includes(keyword) || keyword === "items") && Array.isArray(value)) {
          value.forEach((each, at) => { if (isSchema(each)) { visit(each, keyword, at); } });
        }
        if (schemaMaps.includes(keyword) && isObject(value)) {
          for (const name of Object.keys(value)) { if (isSchema(value[name])) { visit(value[name], keyword, name); } }
        }
      }
    }

    const { URL } = library.module("url");
    function resolveURI(base, reference) {
      if (reference.startsWith("#")) { return base.replace(/#.*$/, "") + reference; }
      try { return new URL(reference, base || undefined).href; } catch { return reference; }
    }
    // A function of a text that remembers its results.
    function kept(make) {
      const results = new Map();
      return (name) => {
        let result = results.get(name);
        if (result === undefined) { results.set(name, result = make(name)); }
        return result;
      };
    }
    const plainURI = (uri) => uri.replace(/#$/, "");
    const decodePointer = (part) => {
      const name = part.replace(/~1/g, "/").replace(/~0/g, "~");
      try { return decodeURIComponent(name); } catch { return name; }
    };
    const encodePointer = kept((name) => encodeURIComponent(String(name).replace(/~/g, "~0").replace(/\//g, "~1")));
    const nameStep = kept((name) => /^[a-z$_][a-z$_0-9]*$/i.test(name) ? "." + name
      : `['${name.replace(/[\\']/g, "\\$&")}']`);

    class MissingRefError extends Error {
      constructor(base, reference) {
        super(`can't resolve reference ${reference} from id ${base || "#"}`);
        this.missingRef = resolveURI(base, reference);
        this.missingSchema = plainURI(this.missingRef.replace(/#.*$/, ""));
      }
    }
    Object.defineProperty(MissingRefError.prototype, "name", { value: "Error", configurable: true });

    // The schemas by URI, and the base URI of each.
    class Registry {
      #schemas = new Map();
      #bases = new Map();
      constructor(idKeywords) { this.idKeywords = idKeywords; }
      idOf(schema) {
        if (!isObject(schema)) { return undefined; }
        return this.idKeywords.map((keyword) => schema[keyword]).find((id) => id !== undefined);
      }
      has(uri) { return this.#schemas.has(plainURI(uri)); }
      get(uri) { return this.#schemas.get(plainURI(uri)); }
      set(uri, schema) { this.#schemas.set(plainURI(uri), schema); }
      delete(uri) { this.#schemas.delete(plainURI(uri)); }
      get uris() { return [...this.#schemas.keys()]; }
      baseOf(schema) { return this.#bases.get(schema) ?? ""; }
      add(schema, base) {
        if (!isObject(schema) || this.#bases.has(schema)) { return; }
        const id = this.idOf(schema);
        let own = base;
        if (typeof id === "string" && typeof schema.$ref !== "string") {
          own = plainURI(resolveURI(base, id));
          this.#schemas.set(own, schema);
        }
        this.#bases.set(schema, own.includes("#") ? base : own);
        for (const keyword of ["$anchor", "$dynamicAnchor"]) {
          if (typeof schema[keyword] === "string") { this.#schemas.set(own.replace(/#.*/, "") + "#" + schema[keyword],
            schema); }
        }
        eachSubschema(schema, (each) => this.add(each, this.#bases.get(schema)));
      }
      resolve(reference, from, root) {
        const base = this.baseOf(from);
        const uri = resolveURI(base, reference);
        if (this.has(uri)) { return this.get(uri); }
        const [document, fragment = ""] = uri.split("#");
        let found = document === "" || document === this.baseOf(root) ? this.get(document) ?? root : this.get(document);
        if (document === "" || document === this.baseOf(root)) { found = this.idOf(root) ? found : root; }
        if (found === undefined || (fragment !== "" && !fragment.startsWith("/"))) {
          throw new MissingRefError(base, reference);
        }
        for (const part of fragment.split("/").slice(1)) {
          found = isObject(found) || Array.isArray(found) ? found[decodePointer(part)] : undefined;
          if (found === undefined) { throw new MissingRefError(base, reference); }
          if (isObject(found)) { this.add(found, this.baseOf(root)); }
        }
        return found;
      }
    }

    function isEqual(left, right) {
      if (left === right) { return true; }
      if (left === null || right === null || typeof left !== "object" || typeof right !== "object") {
        return left !== left && right !== right;
      }
      if (Array.isArray(left) !== Array.isArray(right)) { return false; }
      const names = Object.keys(left);
      return names.length === Object.keys(right).length
        && names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]));
    }
    const lengthOf = (text) => {
      let length = text.length;
      for (let at = 1; at < text.length; at++) {
        const code = text.charCodeAt(at), before = text.charCodeAt(at - 1);
        if (code >= 0xdc00 && code < 0xe000 && before >= 0xd800 && before < 0xdc00) { length--; }
      }
      return length;
    };
    const types = {
      string: (value) => typeof value === "string", boolean: (value) => typeof value === "boolean",
      number: (value) => typeof value === "number", object: isObject, array: Array.isArray,
      integer: (value) => typeof value === "number" && value % 1 === 0, null: (value) => value === null,
    };
    """#
}
