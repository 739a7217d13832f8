extension ScriptLibrary {
  /// `deepEqual`: equality of values by their content, as chai's `eql` judges it.
  static let equality = #"""
    // A pair that is being compared counts as equal, so that circular values end.
    class ComparedPairs {
      #pairs = new WeakMap();

      get(left, right) { return this.#pairs.get(left)?.get(right); }

      set(left, right, result) {
        if (!this.#pairs.has(left)) this.#pairs.set(left, new WeakMap());
        this.#pairs.get(left).set(right, result);
        return result;
      }
    }

    const isReference = value => value !== null && typeof value === "object";

    function deepEqual(left, right, pairs = new ComparedPairs()) {
      if (left === right) return left !== 0 || Object.is(left, right);
      if (left !== left && right !== right) return true;
      if (!isReference(left) || !isReference(right)) return false;
      const known = pairs.get(left, right) ?? pairs.get(right, left);
      if (known !== undefined) return known;
      const type = typeName(left);
      if (type !== typeName(right)) return false;
      pairs.set(left, right, true);
      return pairs.set(left, right, equalByType(left, right, type, pairs));
    }

    function equalByType(left, right, type, pairs) {
      switch (type) {
        case "String": case "Number": case "Boolean": case "Date":
          return deepEqual(left.valueOf(), right.valueOf(), pairs);
        case "Promise": case "Symbol": case "WeakMap": case "WeakSet":
          return false;
        case "Error":
          return equalAtKeys(left, right, ["name", "message", "code"], pairs);
        case "Arguments": case "Array":
          return equalLists(left, right, pairs);
        case "RegExp":
          return left.toString() === right.toString();
        case "Generator":
          return equalLists([...left], [...right], pairs);
        case "DataView":
          return equalLists(bytesOf(left.buffer, left), bytesOf(right.buffer, right), pairs);
        case "ArrayBuffer":
          return equalLists(bytesOf(left), bytesOf(right), pairs);
        case "Set": case "Map":
          return left.size === right.size && equalLists([...left.entries()].sort(), [...right.entries()].sort(), pairs);
        default:
          return ArrayBuffer.isView(left) ? equalLists(left, right, pairs) : equalObjects(left, right, pairs);
      }
    }

    const bytesOf = (buffer, view) => new Uint8Array(buffer, view?.byteOffset, view?.byteLength);

    function equalLists(left, right, pairs) {
      if (left.length !== right.length) return false;
      for (let index = 0; index < left.length; index++) {
        if (!deepEqual(left[index], right[index], pairs)) return false;
      }
      return true;
    }

    const equalAtKeys = (left, right, keys, pairs) => keys.every(key => deepEqual(left[key], right[key], pairs));

    function enumerableSymbols(object) {
      return Object.getOwnPropertySymbols(object).filter(
        key => Object.prototype.propertyIsEnumerable.call(object, key));
    }

    // Inherited keys count as well.
    function keysToCompare(object) {
      const keys = [];
      for (const key in object) keys.push(key);
      return keys.concat(enumerableSymbols(object));
    }

    const itemsOf = object => (typeof object[Symbol.iterator] === "function" ? [...object].sort() : []);

    function equalObjects(left, right, pairs) {
      const keys = keysToCompare(left);
      const others = keysToCompare(right);
      if (keys.length && keys.length === others.length) {
        const [names, otherNames] = [keys, others].map(list => list.map(String).sort());
        return names.every((name, index) => name === otherNames[index]) && equalAtKeys(left, right, keys, pairs);
      }
      const [items, otherItems] = [itemsOf(left), itemsOf(right)];
      if (items.length && items.length === otherItems.length) return equalLists(items, otherItems, pairs);
      return !keys.length && !items.length && !others.length && !otherItems.length;
    }
    """#
}
