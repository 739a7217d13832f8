extension ScriptLibrary {
  /// The scopes of variables, templates, and the changes that scripts made.
  static let variables = #"""
    class Variable extends Pair {
      type = "any";
      constructor(definition) { super(); this.update(definition); }
      static parseOne(key) { return { key }; }
      static acceptsPairs = true;
      get() { return this.value; }
      set(value) { this.value = value; }
    }

    /** A variable whose value the user has to allow to scripts: it is asked for at its first use. */
    class SecretVariable extends Variable {
      constructor(key, scope) {
        super({ key });
        let isKnown = false;
        let isReplaced = false;
        let value;
        defineProperty(this, "value", {
          enumerable: true, configurable: true,
          get() {
            if (!isKnown) value = askAllowed({ ask: "secret", scope, name: key });
            isKnown = true;
            return value;
          },
          set(replacement) { isKnown = isReplaced = true; value = replacement; }
        });
        hide(this, "isReplaced", () => isReplaced);
      }
    }

    class VariableList extends PropertyList {
      #index = { __proto__: null };
      #indexed = 0;
      #list;

      constructor(parent, variables) { super(Variable, parent, variables); }

      // Members are added at the end, or the whole list is replaced.
      one(key) {
        const { members } = this;
        if (this.#list !== members || this.#indexed > members.length) {
          this.#index = { __proto__: null };
          this.#indexed = 0;
          this.#list = members;
        }
        for (; this.#indexed < members.length; this.#indexed++) {
          this.#index[members[this.#indexed].key] = members[this.#indexed];
        }
        return this.#index[key];
      }
    }

    class VariableScope {
      constructor(definition, layers) {
        const values = isArray(definition) || definition instanceof PropertyList ? definition : definition?.values;
        if (definition?.name !== undefined) this.name = definition.name;
        if (definition?.id !== undefined) this.id = definition.id;
        this.values = new VariableList(this, values);
        hide(this, "layers", layers ? [layers].flat() : []);
        hide(this, "touched", { __proto__: null });
      }

      lists() { return [this.values, ...this.layers]; }

      has(name) { return typeof name === "string" && this.lists().some((list) => isActive(list.one(name))); }

      get(name) {
        for (const list of this.lists()) {
          const variable = list.one(name);
          if (variable) return variable.disabled ? undefined : variable.valueOf();
        }
        return undefined;
      }

      set(name, value, type) {
        const definition = { key: name, value };
        if (typeof type === "string") definition.type = type;
        this.touch(name);
        const variable = this.values.one(name);
        if (!variable) return this.values.add(definition);
        if (variable.disabled) variable.disabled = false;
        variable.value = value;
      }

      unset(name) {
        this.touch(name);
        this.values.remove(text(name));
      }

      clear() {
        for (const variable of this.values.members) this.touch(variable.key);
        this.values.clear();
      }

      touch(name) {
        this.touched[text(name)] ??= { place: herePlace() };
      }

      /** Without the secrets that the user did not allow. */
      toObject(excludesDisabled) {
        const object = {};
        for (const list of this.lists().reverse()) {
          for (const variable of list.members) {
            if (excludesDisabled && variable.disabled) continue;
            try {
              object[variable.key] = variable.valueOf();
            } catch (error) {
              if (!(variable instanceof SecretVariable)) throw error;
            }
          }
        }
        return object;
      }

      variables() { return this.toObject(); }
      replaceIn(template) { return replaced(template, (name) => this.get(name)); }
      toJSON() { return { id: this.id, name: this.name, values: this.values.toJSON() }; }
      addLayer(list) { this.layers.push(list); }
      static isVariableScope(value) { return value instanceof VariableScope; }
    }

    const isActive = (variable) => variable !== undefined && !variable.disabled;

    /** Fills `{{name}}` in texts, lists and objects, up to 20 levels of variables in variables. */
    function replaced(template, valueOf) {
      if (typeof template === "string") {
        let filled = template;
        for (let level = 0, isChanged = true; isChanged && level < 20; level++) {
          isChanged = false;
          filled = filled.replace(/\{\{([^{}]*)\}\}/g, (match, name) => {
            const value = valueOf(name) ?? dynamicValue(name);
            if (value === undefined) return match;
            isChanged = true;
            return text(value);
          });
        }
        return filled;
      }
      if (isArray(template)) return template.map((item) => replaced(item, valueOf));
      if (!isPlain(template)) return template;
      const object = {};
      for (const key of keys(template)) object[key] = replaced(template[key], valueOf);
      return object;
    }

    const dynamicValue = (name) => name[0] === "$" ? askNow({ ask: "dynamic", name }).value : undefined;

    /** The scopes of the job by name. */
    const scopes = { __proto__: null };
    const scopeNames = ["globals", "collection", "environment", "folder", "request", "runtime", "local", "data"];
    /** The JSON of each variable as it was given. */
    const valuesBefore = { __proto__: null };

    prepare(() => {
      for (const name of scopeNames) {
        const given = job.scopes?.[name] ?? {};
        const before = valuesBefore[name] = { __proto__: null };
        const scope = scopes[name] = new VariableScope({});
        for (const key of keys(given)) {
          before[key] = stringify(given[key]);
          scope.values.members.push(new Variable({ key, value: given[key] }));
        }
        for (const key of job.secrets?.[name] ?? []) {
          scope.values.remove(key);
          scope.values.members.push(new SecretVariable(key, name));
          before[key] = null;
        }
      }
      if (job.info?.environmentName !== undefined) scopes.environment.name = job.info.environmentName;
      for (const name of ["runtime", "data", "request", "folder", "environment", "collection", "globals"]) {
        scopes.local.addLayer(scopes[name].values);
      }
    });

    function changesOfVariables() {
      const changes = [];
      for (let index = 0; index < scopeNames.length; index++) {
        const scope = scopeNames[index];
        const { touched, values: { members } } = scopes[scope];
        const before = valuesBefore[scope];
        // Loops without methods: a script may have replaced those of lists.
        const after = { __proto__: null };
        for (let place = 0; place < members.length; place++) after[text(members[place].key)] = members[place];
        const names = { __proto__: null };
        for (const name in touched) names[name] = true;
        for (const name in after) names[name] = true;
        for (const name in before) names[name] = true;
        for (const name in names) {
          const variable = after[name];
          if (variable instanceof SecretVariable && !variable.isReplaced()) continue;
          const value = isActive(variable) ? fragment(variable.value) : undefined;
          if (value?.text === before[name]) continue;
          const place = touched[name]?.place;
          // Apus refuses it by its name; the whole value may be too large for a frame.
          const isLarge = value?.text.length > job.largestValue;
          changes[changes.length] = isLarge ? { scope, name, large: true, place } : { scope, name, value, place };
        }
      }
      return changes;
    }
    """#
}
