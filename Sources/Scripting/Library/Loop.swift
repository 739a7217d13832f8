extension ScriptLibrary {
  /// Runs the scripts of the job one after the other and reports what they did.
  static let loop = #"""
    let nextScript = 0;
    let firstError = null;
    let hasFailed = false;
    /** True until the body of the running script has ended or failed. */
    let isBodyOpen = false;
    /** The wishes of the scripts for the run: `next`, `skip`, `stop` and `responseBody` of the last frame. */
    const wishes = { next: undefined, skip: false, stop: false, responseBody: undefined };
    /** Called before a script begins, and when its body has ended, before its timers and sends have. */
    const whenScriptBegins = [];
    const whenBodyEnds = [];
    /** The changes and the request as they were when the job ended early. */
    let result = null;

    function start(jobText) {
      job = parse(jobText);
      isPostman = job.rules !== "bruno";
      for (let index = 0; index < preparations.length; index++) preparations[index](job);
      makeParts();
      takeNames();
      if (isExpression(job.scripts[0])) exposeVariables();
      beginScript();
    }

    function beginScript() {
      if (nextScript >= job.scripts.length) return;
      running = job.scripts[nextScript++];
      let body;
      try {
        for (let index = 0; index < whenScriptBegins.length; index++) whenScriptBegins[index]();
        body = compiled(scriptHead, running.code, running.file, running.line)();
      } catch (error) {
        failScript(error);
        return;
      }
      isBodyOpen = true;
      then(body, endBody, (error) => { failScript(error); endBody(); });
    }

    function endBody(value) {
      if (!isBodyOpen) return;
      isBodyOpen = false;
      if (isExpression(running)) returned[nextScript - 1] ??= formOfValue(value);
      for (let index = 0; index < whenBodyEnds.length; index++) whenBodyEnds[index]();
    }

    // Expressions of captures and assertions run as scripts that return their values. One that fails ends no other.

    const isExpression = (script) => script?.phase === "captures" || script?.phase === "assertions";

    /** Expressions see variables by their names, too, as in Bruno. */
    function exposeVariables() {
      const shown = keys(job.scopes).flatMap((scope) => keys(job.scopes[scope]));
      const secret = keys(job.secrets).flatMap((scope) => job.secrets[scope]);
      for (const name of [...shown, ...secret]) {
        if (!hasOwn(world, name)) exposeLazily(name, () => scopes.local.get(name));
      }
    }

    /** The value or the error of each expression. */
    const returned = [];

    function formOfValue(value) {
      const json = fragment(value);
      const isLarge = json !== undefined && json.text.length > job.largestValue;
      return isLarge ? { error: "the value is too large" } : { value: json };
    }

    /** Notes an error outside a test. Only the first one of the job is its error; the console has the others. */
    function failScript(error) {
      if (error === endOfScripts || ended) return;
      const description = described(error);
      if (isExpression(running)) {
        const failure = description.error + ": " + description.message;
        returned[nextScript - 1] ??= { error: failure };
        // A capture has no verdict that would say it.
        if (running.phase === "captures") {
          report({ console: { level: "error", text: failure, place: description.place } });
        }
        return;
      }
      hasFailed = true;
      if (!firstError) {
        description.place ??= running ? { phase: running.phase, file: running.file, line: running.line } : undefined;
        firstError = description;
      } else {
        report({ console: { level: "error", text: description.error + ": " + description.message,
                          place: description.place } });
      }
    }

    /** Calls a function of a script outside its body. */
    function callBack(callback, ...values) {
      try {
        callback(...values);
      } catch (error) {
        failScript(error);
      }
    }

    /** Thrown by `skipRequest` and the like: stops the script, and is not an error. */
    const endOfScripts = freeze({ __proto__: null });

    function endScripts() {
      result ??= summary();
      ended = true;
      throw endOfScripts;
    }

    function receive(id, answer) {
      const receiver = receivers[id];
      if (!receiver) return;
      delete receivers[id];
      pending -= 1;
      try {
        receiver(parse(answer));
      } catch (error) {
        failScript(error);
      }
    }

    /** A promise that nobody handled was rejected. */
    const rejected = (promise, reason) => failScript(reason);

    /** Without timers and questions, nothing settles what the script still awaits. */
    function endUnsettled() {
      failOpenTests();
      if (!isBodyOpen) return;
      failScript(new Error("the script did not end: nothing settles the promise that it awaits"));
      endBody();
    }

    function finish() {
      if (ended) return frame(result);
      if (pending > 0) return null;
      endUnsettled();
      const isOver = nextScript >= job.scripts.length || (hasFailed && !isPostman);
      if (isOver) return frame(summary());
      // The parent's answer begins the next script: only then is the queue of microtasks certainly empty.
      ask({ ask: "wait", ms: 0 }, beginScript);
      return null;
    }

    // The functions of the language as they were before any script, for the summary and for checks of schemas: scripts
    // may have replaced them.

    let originals = [];
    const replacing = ["prototype", "__proto__", "PrototypeOf", "constructor", "eval", "Function", "require"];
    const replaceable = ["Object.", "Array.", "String.", "Math."];
    part(replacing, () => {
      const classes = [Object, Array, String, Number, Function, RegExp, Map, Set, Promise, Error];
      const targets = [...classes.map(({ prototype }) => prototype), Object, Array, String, Math];
      return originals = targets.map(membersOf);
    }, (code) => contains(code, replacing)
      || (contains(code, replaceable) && exec(/\b(Object|Array|String|Math)\.\w+ *=/, code)));

    const membersOf = (target) => ({ target, members: getOwnPropertyDescriptors(target) });

    function restore(states) {
      for (let index = 0; index < states.length; index++) {
        const { target, members } = states[index];
        const present = ownKeys(target);
        for (let place = 0; place < present.length; place++) {
          if (!hasOwn(members, present[place])) deleteProperty(target, present[place]);
        }
        try {
          defineProperties(target, members);
        } catch {
          // The script froze it.
        }
      }
    }

    function isReplaced({ target, members }) {
      const present = ownKeys(target);
      if (present.length !== ownKeys(members).length) return true;
      for (let place = 0; place < present.length; place++) {
        const { get, value } = members[present[place]] ?? {};
        const now = get === undefined ? target[present[place]] : getOwnPropertyDescriptor(target, present[place]).get;
        if (!is(now, get ?? value)) return true;
      }
      return false;
    }

    /** Calls a function with the language as it was before any script; what scripts replaced is back afterwards. */
    function withOriginals(call) {
      const replaced = [];
      const former = [];
      for (let index = 0; index < originals.length; index++) {
        if (!isReplaced(originals[index])) continue;
        replaced[replaced.length] = originals[index];
        former[former.length] = membersOf(originals[index].target);
      }
      restore(replaced);
      try {
        return call();
      } finally {
        restore(former);
      }
    }

    /** An object whose functions judge: each is called with the language as it was before any script. */
    function judging(object) {
      for (const name of keys(object)) {
        const judge = object[name];
        if (typeof judge !== "function") continue;
        object[name] = function (...given) { return withOriginals(() => apply(judge, this, given)); };
      }
      return object;
    }

    function summary() {
      restore(originals);
      const { next, skip, stop, responseBody } = wishes;
      const changes = changesOfVariables();
      let request;
      try {
        request = changeOfRequest();
      } catch (error) {
        // The script put something into the request that cannot be sent.
        failScript(error);
      }
      return {
        changes, request: request ?? null, responseBody, next, skip, stop, error: firstError ?? undefined,
        names: leftNames(), values: returned.length > 0 ? returned : undefined,
        readings: { clock: readings, names: takenNames }
      };
    }

    // Undeclared names stay for later scripts of the run: as JSON, functions as their text.

    /** Names of earlier scripts that these scripts read: a replay depends on the scripts that left them. */
    const takenNames = [];

    const visible = { enumerable: true, configurable: true };

    function takeNames() {
      const names = job.names ?? {};
      for (const name of keys(names)) {
        if (!isPostman || hasOwn(world, name)) continue;
        let value;
        try {
          value = restored(names[name]);
        } catch {
          // A function that does not parse outside its script is not there, as if it had never been left.
          continue;
        }
        const put = (value) => defineProperty(world, name, { ...visible, value, writable: true });
        const take = () => {
          takenNames[takenNames.length] = name;
          put(value);
          return value;
        };
        defineProperty(world, name, { ...visible, get: take, set: put });
      }
    }

    function leftNames() {
      const left = {};
      if (!isPostman) return left;
      const present = keys(world);
      for (let index = 0; index < present.length; index++) {
        const name = present[index];
        const isUntouched = getOwnPropertyDescriptor(world, name).get !== undefined && job.names[name] !== undefined;
        try {
          left[name] = isUntouched ? new JSONFragment(stringify(job.names[name])) : kept(world[name], 0);
        } catch {
          // A value without JSON, such as one that contains itself, ends with its job.
        }
      }
      return left;
    }

    function kept(value, depth) {
      if (typeof value === "function") return { function: text(value) };
      if (typeof value !== "object" || value === null || depth > 8) return { value: fragment(value) };
      if (isArray(value) || getPrototypeOf(value) !== Object.prototype) return { value: fragment(value) };
      const members = {};
      for (const name of keys(value)) members[name] = kept(value[name], depth + 1);
      return { object: members };
    }

    function restored(form) {
      if (form.function !== undefined) return restoredFunction(form.function);
      if (form.object === undefined) return form.value;
      const value = {};
      for (const name of keys(form.object)) value[name] = restored(form.object[name]);
      return value;
    }

    /** A function by its text: an expression, or a method as it stands in an object. */
    function restoredFunction(code) {
      const evaluate = (program) => host.evaluate(program, "earlier script", 1);
      try {
        return evaluate("(" + code + ")");
      } catch {
        const object = evaluate("({" + code + "})");
        return object[keys(object)[0]];
      }
    }
    """#
}
