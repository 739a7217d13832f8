extension ScriptLibrary {
  /// The text before the code of a script, which may use `await` and `return`, and no directive has an effect.
  static let head = "(async()=>{;"

  /// Primitives taken before any script runs, the frames to the parent, questions and answers, and the names of errors.
  static let kernel = #"""
    const world = globalThis;
    const { Array, Boolean, Error, Number, Object, Proxy, SyntaxError, WeakMap } = world;
    const {
      apply, construct, defineProperty, deleteProperty, getOwnPropertyDescriptor, ownKeys, setPrototypeOf
    } = Reflect;
    const {
      keys, hasOwn, getPrototypeOf, getOwnPropertySymbols, assign, freeze, defineProperties,
      getOwnPropertyDescriptors, is
    } = Object;
    const { abs } = Math;
    const { isArray } = Array;
    const stringify = JSON.stringify;
    const parse = JSON.parse;
    const NativePromise = Promise;
    const uncurry = (method) => (receiver, ...values) => apply(method, receiver, values);
    const then = uncurry(Promise.prototype.then);
    const split = uncurry(String.prototype.split);
    const slice = uncurry(String.prototype.slice);
    const indexOf = uncurry(String.prototype.indexOf);
    const lastIndexOf = uncurry(String.prototype.lastIndexOf);
    const lowerCase = uncurry(String.prototype.toLowerCase);
    const upperCase = uncurry(String.prototype.toUpperCase);
    const replace = uncurry(String.prototype.replace);
    const exec = uncurry(RegExp.prototype.exec);
    const itemIndex = uncurry(Array.prototype.indexOf);
    const sort = uncurry(Array.prototype.sort);
    const objectText = uncurry(Object.prototype.toString);
    const isEnumerable = uncurry(Object.prototype.propertyIsEnumerable);
    const getFault = uncurry(WeakMap.prototype.get);
    const setFault = uncurry(WeakMap.prototype.set);
    const eachOfMap = uncurry(Map.prototype.forEach);
    const eachOfSet = uncurry(Set.prototype.forEach);
    const text = String;
    const number = Number;

    /** JSON that is ready to be written into a frame. */
    class JSONFragment {
      text;
      constructor(text) { this.text = text; }
    }

    // JSON.stringify would call a `toJSON` that a script put on a prototype.
    function frame(value) {
      if (value instanceof JSONFragment) return value.text;
      if (typeof value !== "object" || value === null) return stringify(value) ?? "null";
      let joined = "";
      if (isArray(value)) {
        for (let index = 0; index < value.length; index++) joined += (index > 0 ? "," : "") + frame(value[index]);
        return "[" + joined + "]";
      }
      const names = keys(value);
      for (let index = 0; index < names.length; index++) {
        const member = value[names[index]];
        if (member === undefined) continue;
        joined += (joined === "" ? "" : ",") + stringify(names[index]) + ":" + frame(member);
      }
      return "{" + joined + "}";
    }

    /** The JSON of a value of a script; `undefined` for one without. A function is an empty object, as in Postman. */
    function fragment(value) {
      if (typeof value === "function") return new JSONFragment("{}");
      if (typeof value === "bigint") return new JSONFragment(text(value));
      let written;
      try {
        written = stringify(value);
      } catch {
        // The value contains itself, or its `toJSON` fails.
        written = stringify("[a value without JSON]");
      }
      return written === undefined ? undefined : new JSONFragment(written);
    }

    let job;
    let isPostman = true;
    /** Each topic adds a function that prepares it for the job. */
    const preparations = [];
    const prepare = (preparation) => { preparations[preparations.length] = preparation; };

    const parts = [];

    /** Whether code contains one of the words. The engine interprets a pattern at each character of the code. */
    function contains(code, words) {
      for (let index = 0; index < words.length; index++) if (indexOf(code, words[index]) >= 0) return true;
      return false;
    }

    /**
     * A part of the library that most scripts do not use. It is made before the scripts if one of them contains a word
     * of it, as scripts may replace what the part is made of, otherwise at its first use.
     */
    function part(words, make, isNeeded = (code) => contains(code, words)) {
      let made;
      const get = () => made ??= make();
      parts[parts.length] = { isNeeded, get };
      return get;
    }

    function makeParts() {
      for (let index = 0; index < parts.length; index++) {
        const { isNeeded, get } = parts[index];
        for (let place = 0; place < job.scripts.length; place++) if (isNeeded(job.scripts[place].code)) get();
      }
    }

    // Names that scripts see.

    const expose = (name, value) =>
      defineProperty(world, name, { value, writable: true, configurable: true, enumerable: false });

    /** A name whose value is made at its first use. */
    function exposeLazily(name, make) {
      const set = (value) => expose(name, value);
      const get = () => { const value = make(); set(value); return value; };
      defineProperty(world, name, { get, set, configurable: true, enumerable: false });
    }

    /** Read-only properties, as those of `pm`; scripts list only enumerable ones. */
    function readOnly(target, properties, enumerable = false) {
      for (const name of keys(properties)) {
        if (properties[name] !== undefined) defineProperty(target, name, { value: properties[name], enumerable });
      }
      return target;
    }

    // Places and errors.

    /** The script that runs: its index and the file that its places name. */
    let running = null;

    /** The text before the code of a module. */
    const moduleHead = "(function (exports, require, module, __filename, __dirname) {";

    /** The paths of the modules that scripts have required from files. */
    const moduleFiles = { __proto__: null };

    /** The places of the syntax errors of scripts and modules, by their errors. */
    const faults = new WeakMap();

    /** The function with this code, which stands after its head on its first line. */
    function compiled(head, code, file, line) {
      try {
        return host.evaluate(head + code + "\n})", file, line);
      } catch (error) {
        const fault = parse(host.fault(code, head));
        if (fault === null) throw error;
        const failure = new SyntaxError(fault.message);
        setFault(faults, failure, { source: file, line: line + fault.line - 1, column: fault.column });
        throw failure;
      }
    }

    /**
     * The place that a stack of calls names first among the scripts of the job, and the place that it names first in
     * a module before.
     */
    function placesOf(stack) {
      let module;
      if (typeof stack !== "string" || !job) return {};
      const lines = split(stack, "\n");
      for (let index = 0; index < lines.length; index++) {
        // A pattern is slow: the engine interprets it at each character.
        const last = lastIndexOf(lines[index], ":");
        const first = lastIndexOf(lines[index], ":", last - 1);
        if (first < 0) continue;
        const source = slice(lines[index], indexOf(lines[index], "@") + 1, first);
        const line = number(slice(lines[index], first + 1, last));
        const column = number(slice(lines[index], last + 1));
        const script = scriptNamed(source);
        if (script) {
          const isFirst = line === script.line;
          return { module, place: placeIn(script, line, isFirst ? column - scriptHead.length : column) };
        }
        if (module || !moduleFiles[source]) continue;
        module = { source, line, column: line === 1 ? column - moduleHead.length : column };
      }
      return { module };
    }

    const scriptHead = "\#(head)";

    function placeIn({ phase, file, indent }, line, column) {
      return { phase, file, line, column: column > 0 ? column + indent : undefined };
    }

    function scriptNamed(source) {
      if (running && running.file === source) return running;
      for (let index = 0; index < job.scripts.length; index++) {
        if (job.scripts[index].file === source) return job.scripts[index];
      }
      return undefined;
    }

    const herePlace = () => placesOf(new Error().stack).place;

    /** Where an error arose. */
    function placesOfError(error) {
      const fault = getFault(faults, error);
      const places = placesOf(error.stack);
      if (!fault) return places;
      const script = scriptNamed(fault.source);
      return script ? { place: placeIn(script, fault.line, fault.column) } : { module: fault, place: places.place };
    }

    /** Class, message and place of anything thrown. Getters of a script may throw in turn. */
    function described(error) {
      try {
        if (typeof error !== "object" || error === null) return { error: "Error", message: text(error) };
        const name = typeof error.name === "string" && error.name !== "" ? error.name : "Error";
        const { module, place } = placesOfError(error);
        let message = text(error.message ?? "");
        if (module) {
          message = `${module.source}:${module.line}${module.column > 0 ? ":" + module.column : ""}: ${message}`;
        }
        return { error: name, message, place };
      } catch {
        return { error: "Error", message: "the error has no text" };
      }
    }

    // Questions to the parent.

    let lastQuestion = 0;
    let pending = 0;
    const receivers = { __proto__: null };
    /** True after `skipRequest` and the like: nothing that follows counts. */
    let ended = false;

    const report = (event) => { if (!ended) host.report(frame(event)); };

    /** Asks the parent; `receiver` is called with the answer. Returns the number of the question. */
    function ask(question, receiver) {
      if (ended) return 0;
      const id = ++lastQuestion;
      receivers[id] = receiver;
      pending += 1;
      host.ask(frame({ id, ...question }));
      return id;
    }

    function withdraw(id) {
      if (!receivers[id]) return;
      delete receivers[id];
      pending -= 1;
      report({ cancel: id });
    }

    const askNow = (question) => parse(host.askNow(frame(question)));

    /** A value that the user has to allow; throws the reason if they did not. */
    function askAllowed(question) {
      const answer = askNow(question);
      if (answer.refused !== undefined) throw new Error(answer.refused);
      return answer.value;
    }
    """#
}
