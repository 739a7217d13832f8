extension ScriptLibrary {
  /// `bru`: the interface of Bruno's scripts.
  static let bruno = #"""
    /** The value of a variable as templates see it: by its name, by a path in a value, or of the process. */
    function templateValue(name) {
      const own = scopes.local.get(name);
      if (own !== undefined) return own;
      if (name.startsWith("process.env.")) return askAllowed({ ask: "process", name: name.slice(12) });
      const [first, ...parts] = name.split(/\.|\[(\d+)\]/).filter((part) => part);
      return parts.length === 0 ? undefined
        : parts.reduce((value, part) => value?.[part], scopes.local.get(first));
    }

    const filledIn = (value) => replaced(value, templateValue);

    function checkedName(name, purpose) {
      if (!name) throw new Error(`${purpose} without specifying a name is not allowed.`);
      if (!/^[\w.-]*$/.test(name)) {
        throw new Error(`Variable name: "${name}" contains invalid characters! ` +
          'Names must only contain alpha-numeric characters, "-", "_", "."');
      }
      return text(name);
    }

    /** The methods of one scope: `getEnvVar`, `setEnvVar` and so on. */
    function brunoScope(kind, scope) {
      const [noun, nouns] = [kind + "Var", kind + "Vars"];
      return {
        ["get" + noun]: (name) => filledIn(scope.get(text(name))),
        ["set" + noun]: (name, value) => scope.set(checkedName(name, "Creating a variable"), value),
        ["has" + noun]: (name) => scope.has(text(name)),
        ["delete" + noun]: (name) => scope.unset(checkedName(name, "Deleting a variable")),
        ["deleteAll" + nouns]: () => scope.clear(),
        ["getAll" + nouns]: () => scope.toObject(true)
      };
    }

    const sleep = (ms) =>
      new NativePromise((resolve) => { ask({ ask: "wait", ms: number(ms) || 0 }, () => resolve()); });

    /** Calls the last argument, if it is a function, with the outcome of a promise; else returns the promise. */
    function settled(promise, callback) {
      if (typeof callback !== "function") return promise;
      return then(promise, (value) => callback(null, value), (error) => callback(error, null));
    }

    /** `bru.cookies.jar()`, on Postman's jar. */
    function brunoJar() {
      const jar = new CookieJar();
      const find = (url, name) =>
        then(jar.getAll(url), (cookies) => cookies.one(text(name))).then((cookie) => cookie && shownCookie(cookie));
      const shownCookie = (cookie) => ({ key: cookie.name, ...cookie.toJSON() });
      return {
        getCookie: (url, name, callback) => settled(find(url, name), callback),
        getCookies: (url, callback) => settled(then(jar.getAll(url), (cookies) => cookies.map(shownCookie)), callback),
        hasCookie: (url, name, callback) => settled(then(find(url, name), (cookie) => Boolean(cookie)), callback),
        setCookie: (url, name, value, callback) =>
          settled(jar.set(url, name, typeof value === "function" ? undefined : value),
                  typeof value === "function" ? value : callback),
        setCookies: (url, cookies, callback) =>
          settled(NativePromise.all(cookies.map((cookie) => jar.set(url, cookie))), callback),
        deleteCookie: (url, name, callback) => settled(jar.unset(url, name), callback),
        deleteCookies: (url, callback) => settled(jar.clear(url), callback),
        clear: (callback) => settled(jar.clear(jobRequest().url.toString()), callback)
      };
    }

    /** The results of tests in Bruno's form. */
    function testResults(results) {
      const count = (status) => results.filter((result) => result.status === status).length;
      return NativePromise.resolve({
        summary: { total: results.length, passed: count("pass"), failed: count("fail"), skipped: count("skip") },
        results
      });
    }

    const brunoUtilities = {
      minifyJson: (json) => stringify(typeof json === "string" ? parse(json) : json),
      minifyXml: (xml) => text(xml).replace(/>\s+</g, "><").trim()
    };

    function makeBruno() {
      const info = job.info ?? {};
      const data = scopes.data;
      const bru = {
        ...brunoScope("", scopes.runtime), ...brunoScope("Env", scopes.environment),
        ...brunoScope("GlobalEnv", scopes.globals), ...brunoScope("Collection", scopes.collection)
      };
      for (const [kind, scope] of [["Folder", scopes.folder], ["Request", scopes.request]]) {
        const { [`get${kind}Var`]: get, [`has${kind}Var`]: has } = brunoScope(kind, scope);
        assign(bru, { [`get${kind}Var`]: get, [`has${kind}Var`]: has });
      }
      if (job.request?.kind === "grpc") bru.grpc = makeCall();
      return assign(bru, {
        getProcessEnv: (name) => askAllowed({ ask: "process", name: text(name) }),
        getOauth2CredentialVar: () => undefined, resetOauth2Credential() {},
        getEnvName: () => scopes.environment.name, getCollectionName: () => info.collectionName,
        interpolate: filledIn, cwd: () => info.collectionPath, isSafeMode: () => true, sleep,
        sendRequest: (options, callback) => settled(axios(options), callback),
        runRequest: async (path) => axiosResponse(await runRequest(path)),
        setNextRequest, getTestResults: () => testResults([...toldVerdicts]),
        getAssertionResults: () => testResults([]), disableParsingResponseJson() {}, utils: brunoUtilities,
        runner: {
          setNextRequest, skipRequest() { wishes.skip = true; }, stopExecution() { wishes.stop = true; },
          iterationIndex: info.iteration ?? 0, totalIterations: info.iterationCount ?? 1,
          iterationData: {
            get: (name) => data.get(name), has: (name) => data.has(name), getAll: () => data.toObject()
          }
        },
        cookies: { jar: brunoJar, get: (name) => jobCookies.get(name), has: (name) => jobCookies.has(text(name)) }
      });
    }

    // Packages look for these; only what a script itself wants is worth a question.
    const unaskedVariables = ["NODE_ENV", "NODE_DEBUG", "DEBUG", "toJSON", "then"];
    const processVariables = new Proxy({}, {
      get: (variables, name) => typeof name === "symbol" || unaskedVariables.includes(name) ? undefined
        : askAllowed({ ask: "process", name })
    });
    """#
}
