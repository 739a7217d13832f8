extension ScriptLibrary {
  /// Lists of headers, parameters, variables and cookies, with the methods of Postman's `PropertyList`.
  static let lists = #"""
    /** A function, or an object or a name whose properties are compared, as lodash reads it. */
    function asPredicate(rule) {
      if (typeof rule === "function") return rule;
      if (typeof rule === "string") return (item) => item?.[rule];
      return (item) => keys(rule ?? {}).every((key) => chaiParts().deepEqual(item?.[key], rule[key]));
    }

    class PropertyList {
      members = [];

      constructor(Type, parent, items) {
        hide(this, "Type", Type);
        hide(this, "parentProperty", parent);
        if (items !== undefined && items !== null) this.populate(items);
      }

      keyOf(item) { return item?.[this.Type.indexKey]; }

      /** The key in the form in which keys are compared. */
      fold(key) { return this.Type.ignoresCase ? lowerCase(text(key)) : text(key); }

      allOf(key) {
        const wanted = this.fold(key);
        return this.members.filter((item) => this.keyOf(item) !== undefined && this.fold(this.keyOf(item)) === wanted);
      }

      insert(item, before) {
        if (typeof item !== "object" || item === null) return;
        const present = this.members.indexOf(item);
        if (present >= 0) this.members = this.members.toSpliced(present, 1);
        const position = before === undefined ? -1 : this.indexOf(before);
        if (position < 0) this.members[this.members.length] = item;
        else this.members = [...this.members.slice(0, position), item, ...this.members.slice(position)];
      }

      insertAfter(item, after) { this.insert(item, this.idx(this.indexOf(after) + 1)); }
      append(item) { this.insert(item); }
      prepend(item) { this.insert(item, this.idx(0)); }

      add(item) {
        if (item === null || item === undefined || Number.isNaN(item)) return;
        if (item instanceof this.Type) this.insert(item);
        else this.members[this.members.length] = this.Type.create(...arguments);
      }

      upsert(item) {
        if (item === null || item === undefined) return null;
        const present = this.one(this.keyOf(item));
        if (present) {
          present.update(item);
          return false;
        }
        this.add(item);
        return true;
      }

      remove(rule, context = this) {
        let removes = rule;
        if (typeof rule === "string") {
          const wanted = this.fold(rule);
          removes = (item) => this.keyOf(item) !== undefined && this.fold(this.keyOf(item)) === wanted;
        } else if (rule instanceof this.Type) {
          removes = (item) => item === rule;
        }
        if (typeof removes === "function") {
          this.members = this.members.filter((item, ...rest) => !removes.call(context, item, ...rest));
        }
      }

      clear() { this.members.length = 0; }

      populate(items) {
        const parsed = typeof items === "string" && this.Type.parse ? this.Type.parse(items) : items;
        if (isArray(parsed)) parsed.forEach((item) => this.add(item));
        else if (parsed instanceof PropertyList) parsed.members.forEach((item) => this.add(item.toJSON()));
        else if (isPlain(parsed) && this.Type.acceptsPairs && !hasOwn(parsed, this.Type.indexKey)) {
          for (const key of keys(parsed)) this.add({ [this.Type.indexKey]: key, value: parsed[key] });
        } else this.add(parsed);
      }

      repopulate(items) { this.clear(); this.populate(items); }

      assimilate(source, prunes) {
        const items = source instanceof PropertyList ? source.members : source;
        if (!isArray(items)) return;
        for (const item of items) this.upsert(item);
        if (prunes) this.remove((item) => !items.some((other) => this.keyOf(other) === this.keyOf(item)));
      }

      all() { return [...this.members]; }
      one(key) { return this.members.findLast((item) => this.isNamed(item, key)); }
      isNamed(item, key) {
        const own = this.keyOf(item);
        return own !== undefined && own !== null && this.fold(own) === this.fold(key);
      }
      get(key) { return this.one(key)?.valueOf(); }
      getAll(key) {
        const found = this.allOf(key).map((item) => item.valueOf());
        return found.length > 0 ? found : undefined;
      }
      idx(index) { return this.members[index]; }
      indexOf(item) { return this.members.indexOf(typeof item === "string" ? this.one(item) : item); }
      has(item, value) {
        const found = typeof item === "string" ? this.allOf(item) : this.members.filter((member) => member === item);
        return arguments.length > 1 ? found.some((member) => member.valueOf() === value) : found.length > 0;
      }
      count() { return this.members.length; }
      each(iterator, context) { this.all().forEach((item, index) => iterator.call(context ?? this, item, index)); }
      filter(rule, context) { return this.members.filter(asPredicate(rule), context); }
      find(rule, context) { return this.members.find(asPredicate(rule), context); }
      map(iterator, context) {
        return this.members.map(typeof iterator === "function" ? iterator : (item) => item?.[iterator], context);
      }
      reduce(iterator, first, context) {
        return this.members.reduce((sum, item, index) => iterator.call(context ?? this, sum, item, index), first);
      }

      toObject(excludesDisabled, keepsCase, keepsOne, dropsEmptyKeys) {
        const object = {};
        for (const item of this.members) {
          let key = this.keyOf(item);
          if (key === undefined || key === null || (dropsEmptyKeys && !key)) continue;
          if (excludesDisabled && item.disabled) continue;
          key = keepsCase ? text(key) : this.fold(key);
          const value = item.valueOf();
          if (this.Type.keepsAll && !keepsOne && hasOwn(object, key)) {
            object[key] = isArray(object[key]) ? [...object[key], value] : [object[key], value];
          } else object[key] = value;
        }
        return object;
      }

      toString() { return this.Type.unparse ? this.Type.unparse(this.members) : text(this.members); }
      toJSON() { return this.members.map((item) => item.toJSON()); }

      static isPropertyList(value) { return value instanceof PropertyList; }
    }

    const hide = (target, name, value) => defineProperty(target, name, { value, writable: true, configurable: true });
    const isPlain = (value) => typeof value === "object" && value !== null && !isArray(value) &&
      (getPrototypeOf(value) === Object.prototype || getPrototypeOf(value) === null);

    /** A key and a value, as of a header or a parameter. */
    class Pair {
      static indexKey = "key";
      static create(definition, value) {
        if (typeof definition !== "string") return new this(definition);
        return value === undefined ? new this(definition) : new this({ key: definition, value });
      }
      constructor(definition) {
        this.update(typeof definition === "string" ? this.constructor.parseOne(definition) : definition);
      }
      update(definition) {
        if (typeof definition !== "object" || definition === null) return;
        for (const name of keys(definition)) {
          if (definition[name] !== undefined) this[name] = definition[name];
        }
      }
      valueOf() { return this.value; }
      toJSON() {
        const object = {};
        for (const name of keys(this)) if (this[name] !== undefined) object[name] = this[name];
        return object;
      }
    }

    class Header extends Pair {
      static ignoresCase = true;
      static keepsAll = true;
      static acceptsPairs = true;
      static parseOne(line) {
        const colon = line.indexOf(":");
        if (colon < 0) return { key: line.trim(), value: "" };
        return { key: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
      }
      static parse(lines) {
        return lines.split(/\r?\n/).filter((line) => line.trim() !== "").map((line) => Header.parseOne(line));
      }
      static unparse(members) {
        const shown = (isArray(members) ? members : members.members).filter((header) => !header.disabled);
        return shown.map((header) => header.key + ": " + header.value + "\r\n").join("");
      }
      update(definition) {
        super.update(definition);
        this.key = this.key ?? "";
        this.value = typeof this.value === "string" || this.value === undefined ? this.value ?? "" : text(this.value);
      }
      toString() { return this.key + ": " + this.value; }
    }

    class HeaderList extends PropertyList {
      constructor(parent, headers) { super(Header, parent, headers); }
      contentSize() {
        return this.members.filter((header) => !header.disabled)
          .reduce((size, header) => size + utf8Length(header.key + ": " + header.value + "\r\n"), 0);
      }
    }

    function utf8Length(string) {
      let length = 0;
      for (const character of string) {
        const code = character.codePointAt(0);
        length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
      }
      return length;
    }
    """#
}
