extension ScriptLibrary {
  /// lodash: the words for arrays, collections and objects.
  static let lodashCollectionsModule = #"""
    const toNumber = (value) => {
      if (isSymbol(value)) { return NaN; }
      const plain = isObject(value) ? value.valueOf() : value;
      const text = isObjectLike(plain) ? `${plain}` : plain;
      return typeof text === "string" && /^\s*[-+]0[xob]/i.test(text) ? NaN : Number(text);
    };
    const toFinite = (value) => {
      const number = toNumber(value);
      return number === Infinity ? Number.MAX_VALUE : number === -Infinity ? -Number.MAX_VALUE : number || 0;
    };
    const toInteger = (value) => Math.trunc(toFinite(value));
    const countOf = (value, fallback = 1) => value === undefined ? fallback : toInteger(value);
    const sourceOf = (value) => isArrayLike(value) ? listOf(value) : [];
    const keysOf = (value) => isArrayLike(value) ? null : keys(value);
    // The pairs of value and key that a collection word visits.
    const pairsOf = (value) => {
      const names = keysOf(value);
      return names ? names.map((key) => [value[key], key]) : listOf(value).map((each, at) => [each, at]);
    };
    const visit = (value, test) => { for (const [each, key] of pairsOf(value)) { if (test(each, key,
      value) === false) { return; } } };
    const collect = (value, change) => pairsOf(value).map(([each, key]) => change(each, key, value));
    const isIndexed = (value) => Array.isArray(value) || isArguments(value);
    function flattenDepth(list, depth) {
      return sourceOf(list).flatMap((each) => isIndexed(each) && depth > 0
        ? depth > 1 ? flattenDepth(each, depth - 1) : [...each] : [each]);
    }
    // Splits the trailing iteratee or comparator from the lists of `unionBy`, `xorWith` and their like.
    function split(given, kind) {
      const last = given[given.length - 1];
      const hasLast = kind === "By" ? given.length > 1 && !isIndexed(last) || (kind === "By" && isFunction(last))
        : kind === "With" && isFunction(last);
      const lists = hasLast ? given.slice(0, -1) : given;
      const change = kind === "By" && hasLast ? iteratee(last) : identity;
      const equal = kind === "With" && hasLast ? last : same;
      const among = (list) => {
        const set = equal === same ? new Set(list) : undefined;
        return (value) => set ? set.has(value) : list.some((other) => equal(value, other));
      };
      const isList = (list) => isObjectLike(list) && isArrayLike(list);
      return { lists: lists.filter(isList), all: lists.map((list) => isList(list) ? list : []), change, among };
    }
    function distinct(list, change = identity, equal = same) {
      const seen = equal === same ? new Set() : undefined, result = [], kept = [];
      for (const each of list) {
        const key = change(each);
        if (seen ? seen.has(key) : kept.some((other) => equal(other, key))) { continue; }
        if (seen) { seen.add(key); } else { kept.push(key); }
        result.push(Object.is(each, -0) ? 0 : each);
      }
      return result;
    }
    const setWords = {};
    for (const kind of ["", "By", "With"]) {
      const word = (name, act) => { setWords[name + kind] = (...given) => act(split(given, kind)); };
      word("difference", ({ all: [list = [], ...others], change, among }) => {
        const isExcluded = among(others.flatMap((other) => listOf(other)).map((each) => change(each)));
        return listOf(list).filter((each) => !isExcluded(change(each)));
      });
      word("intersection", ({ all: [list = [], ...others], change, among }) => {
        const tests = others.map((other) => among(listOf(other).map((each) => change(each))));
        return distinct(listOf(list).filter((each) => tests.every((test) => test(change(each)))), change);
      });
      word("xor", ({ lists, change, among }) => {
        if (lists.length < 2) { return distinct(listOf(lists[0])); }
        const tests = lists.map((list) => among(listOf(list).map((each) => change(each))));
        return distinct(lists.flatMap((list, at) => listOf(list).filter((each) =>
          !tests.some((test, place) => place !== at && test(change(each))))), change);
      });
      setWords["union" + kind] = (...given) => {
        const { lists, change } = split(given, kind);
        const equal = kind === "With" && isFunction(given[given.length - 1]) ? given[given.length - 1] : same;
        return distinct(lists.flatMap((list) => [...listOf(list)]), change, equal);
      };
      setWords["pullAll" + kind] = (list, removed, extra) => {
        const { change, among } = split([list, removed, ...extra === undefined ? [] : [extra]], kind);
        const isRemoved = among(listOf(removed).map((each) => change(each)));
        return words.remove(list, (each) => isRemoved(change(each))) && list;
      };
    }
    function compare(left, right) {
      if (same(left, right)) { return 0; }
      const rank = (value) => value === undefined ? 3 : value === null ? 2 : value !== value ? 4 : isSymbol(value) ? 1
        : 0;
      const [a, b] = [rank(left), rank(right)];
      if (a || b) { return a - b; }
      return left > right ? 1 : left < right ? -1 : 0;
    }
    function sorted(list, changes, orders = []) {
      const tests = changes.length > 0 ? changes.map((change) => iteratee(change)) : [identity];
      return collect(list, (value) => ({ value, marks: tests.map((test) => test(value)) })).sort((left, right) => {
        for (const at of tests.keys()) {
          const order = compare(left.marks[at], right.marks[at]);
          if (order !== 0) { return orders[at] === "desc" || orders[at] === false ? -order : order; }
        }
        return 0;
      }).map(({ value }) => value);
    }
    function grouping(add) {
      return (list, change) => {
        const test = iteratee(change), result = {};
        visit(list, (value) => { add(result, test(value), value); });
        return result;
      };
    }
    const extreme = (isBetter) => (list, change) => {
      const test = iteratee(change);
      let best, mark;
      for (const each of sourceOf(list)) {
        const value = test(each);
        if (value !== null && value !== undefined && value === value && !isSymbol(value)
          && (mark === undefined || isBetter(value, mark))) { [best, mark] = [each, value]; }
      }
      return best;
    };
    const sumBy = (list, change) => {
      const test = iteratee(change);
      return sourceOf(list).map((each) => test(each)).filter((each) => each !== undefined)
        .reduce((sum, each) => sum === undefined ? each : sum + each, undefined);
    };
    const random = () => new DataView(new Uint8Array(library.random(8)).slice().buffer).getBigUint64(0);
    const fraction = () => Number(random() >> 11n) / 2 ** 53;
    const words = {
      ...setWords,
      chunk(list, size) {
        const all = sourceOf(list), step = countOf(size);
        if (step < 1) { return []; }
        return Array.from({ length: Math.ceil(all.length / step) }, (_, at) => all.slice(at * step, (at + 1) * step));
      },
      compact: (list) => sourceOf(list).filter(Boolean),
      concat: (list, ...more) => [...Array.isArray(list) ? list : list === undefined && more.length === 0 ? [] : [list],
        ...more.flatMap((each) => isIndexed(each) ? [...each] : [each])],
      drop: (list, count) => sourceOf(list).slice(Math.max(0, countOf(count))),
      dropRight: (list, count) => sourceOf(list).slice(0, Math.max(0,
        sourceOf(list).length - Math.max(0, countOf(count)))),
      take: (list, count) => sourceOf(list).slice(0, Math.max(0, countOf(count))),
      takeRight: (list, count) => sourceOf(list).slice(Math.max(0,
        sourceOf(list).length - Math.max(0, countOf(count)))),
      dropWhile(list, test) {
        const at = words.findIndex(list, (...given) => !iteratee(test)(...given));
        return at < 0 ? [] : listOf(list).slice(at);
      },
      takeWhile(list, test) {
        const at = words.findIndex(list, (...given) => !iteratee(test)(...given));
        return at < 0 ? [...sourceOf(list)] : listOf(list).slice(0, at);
      },
      fill: (list, value, start, end) => list ? list.fill(value, start, end) : [],
      findIndex: (list, test, from = 0) => {
        const judge = iteratee(test), all = sourceOf(list), start = from < 0 ? Math.max(0, all.length + from) : from;
        return all.findIndex((each, at) => at >= start && judge(each, at, list));
      },
      findLastIndex: (list, test) => sourceOf(list).findLastIndex((each, at) => iteratee(test)(each, at, list)),
      head: (list) => list?.[0], last: (list) => list ? list[list.length - 1] : undefined,
      initial: (list) => sourceOf(list).slice(0, -1), tail: (list) => sourceOf(list).slice(1),
      flatten: (list) => flattenDepth(list, 1), flattenDeep: (list) => flattenDepth(list, Infinity),
      flattenDepth: (list, depth) => flattenDepth(list, countOf(depth)),
      fromPairs: (list) => Object.fromEntries(sourceOf(list).map((pair) => [pair[0], pair[1]])),
      indexOf: (list, value, from = 0) => sourceOf(list).findIndex((each, at) =>
        at >= (from < 0 ? Math.max(0, list.length + from) : from) && same(each, value)),
      lastIndexOf: (list, value) => sourceOf(list).findLastIndex((each) => same(each, value)),
      join: (list, separator) => list ? Array.prototype.join.call(list, separator) : "",
      nth: (list, at = 0) => sourceOf(list).at(toInteger(at)),
      pull: (list, ...removed) => words.pullAll(list, removed),
      pullAt: (list, ...places) => places.flat().map((at) => list[at]).map((each, _, all) => {
        if (_ === all.length - 1) { [...new Set(places.flat())].sort((a, b) => b - a).forEach((at) =>
          list.splice(at, 1)); }
        return each;
      }),
      remove(list, test) {
        const judge = iteratee(test), removed = [];
        if (!list) { return removed; }
        const kept = [...list].filter((each, at) => !(judge(each, at, list) && removed.push(each)));
        list.splice(0, list.length, ...kept);
        return removed;
      },
      reverse: (list) => list ? list.reverse() : list, slice: (list, start, end) => sourceOf(list).slice(start, end),
      sortedUniq: (list) => sourceOf(list).filter((each, at, all) => at === 0 || !same(each, all[at - 1])),
        uniq: (list) => distinct(sourceOf(list)),
      uniqBy: (list, change) => distinct(sourceOf(list), iteratee(change)),
      uniqWith: (list, equal) => distinct(sourceOf(list), identity, equal),
      without: (list, ...removed) => setWords.difference(list, removed),
      unzip: (list) => words.zip(...sourceOf(list)),
      zip(...given) {
        const lists = given.filter((list) => isObjectLike(list) && isArrayLike(list));
        const length = Math.max(0, ...lists.map((list) => list.length));
        return Array.from({ length }, (_, at) => lists.map((list) => list[at]));
      },
      zipObject: (names, list) => Object.fromEntries(sourceOf(names).map((name, at) => [name, list?.[at]])),
      zipWith(...given) {
        const change = isFunction(given[given.length - 1]) ? given.pop() : undefined;
        return words.zip(...given).map((each) => change ? change(...each) : each);
      },
      countBy: grouping((result, key) => { result[key] = (hasOwn(result, key) ? result[key] : 0) + 1; }),
      groupBy: grouping((result, key, value) => {
        if (hasOwn(result, key)) { result[key].push(value); } else { assignValue(result, key, [value]); }
      }),
      keyBy: grouping((result, key, value) => assignValue(result, key, value)),
      partition(list, test) {
        const judge = iteratee(test), parts = [[], []];
        visit(list, (value) => { parts[judge(value) ? 0 : 1].push(value); });
        return parts;
      },
      forEach(list, act = identity) { visit(list, act); return list; },
      forEachRight(list, act = identity) {
        for (const [value, key] of pairsOf(list).reverse()) { if (act(value, key, list) === false) { break; } }
        return list;
      },
      map: (list, change) => collect(list, iteratee(change)),
      flatMap: (list, change) => flattenDepth(collect(list, iteratee(change)), 1),
      filter: (list, test) => pairsOf(list).filter(([each, key]) => iteratee(test)(each, key, list)).map(([each]) =>
        each),
      reject: (list, test) => pairsOf(list).filter(([each, key]) => !iteratee(test)(each, key, list)).map(([each]) =>
        each),
      find: (list, test, from = 0) => pairsOf(list).slice(from).find(([each, key]) =>
        iteratee(test)(each, key, list))?.[0],
      findLast: (list, test) => pairsOf(list).findLast(([each, key]) => iteratee(test)(each, key, list))?.[0],
      every: (list, test) => pairsOf(list).every(([each, key]) => iteratee(test)(each, key, list)),
      some: (list, test) => pairsOf(list).some(([each, key]) => iteratee(test)(each, key, list)),
      includes(list, value, from = 0) {
        if (typeof list === "string") { return from <= list.length && list.indexOf(value, from) > -1; }
        return words.indexOf(listOf(list), value, toInteger(from)) >= 0;
      },
      invokeMap: (list, path, ...given) => collect(list, (each) =>
        isFunction(path) ? path.apply(each, given) : words.invoke(each, path, ...given)),
      reduce(list, act, ...start) {
        const pairs = pairsOf(list), change = iteratee(act);
        if (start.length === 0 && pairs.length === 0) { return undefined; }
        const first = start.length > 0 ? start[0] : pairs.shift()[0];
        return pairs.reduce((sum, [each, key]) => change(sum, each, key, list), first);
      },
      reduceRight(list, act, ...start) {
        const pairs = pairsOf(list).reverse();
        if (start.length === 0 && pairs.length === 0) { return undefined; }
        const first = start.length > 0 ? start[0] : pairs.shift()[0];
        return pairs.reduce((sum, [each, key]) => act(sum, each, key, list), first);
      },
      sample: (list) => words.sampleSize(list, 1)[0],
      sampleSize: (list, count) => words.shuffle(list).slice(0, Math.max(0, countOf(count))),
      shuffle(list) {
        const result = [...listOf(list)];
        for (let at = result.length - 1; at > 0; at--) {
          const other = Math.floor(fraction() * (at + 1));
          [result[at], result[other]] = [result[other], result[at]];
        }
        return result;
      },
      size: (value) => value === null || value === undefined ? 0 : typeof value === "string" ? [...value].length
        : isArrayLike(value) ? value.length : value instanceof Map || value instanceof Set ? value.size
          : keys(value).length,
      sortBy: (list, ...changes) => sorted(list, changes.flat().filter((change) => !isArguments(change)).slice(
        0, isFunction(changes[0]) && typeof changes[1] === "number" ? 1 : undefined)),
      orderBy: (list, changes, orders) => sorted(list, changes === undefined ? [] : [].concat(changes),
        orders === undefined ? [] : [].concat(orders)),
      max: (list) => extreme((a, b) => a > b)(list), maxBy: extreme((a, b) => a > b),
      min: (list) => extreme((a, b) => a < b)(list), minBy: extreme((a, b) => a < b),
      sum: (list) => list?.length ? sumBy(list) : 0, sumBy: (list, change) => sumBy(list, change) ?? 0,
      mean: (list) => words.meanBy(list), meanBy: (list, change) =>
        sourceOf(list).length === 0 ? NaN : sumBy(list, change) / list.length,
    };
    """#
}
