extension ScriptLibrary {
  /// `pm`: the interface of Postman's scripts.
  static let postman = #"""
    let pm;

    function setNextRequest(name) {
      if (name === undefined) return;
      wishes.next = name === null ? { end: true } : { name: text(name) };
    }

    function skipRequest() {
      if (job.info?.eventName !== "prerequest") throw new TypeError("pm.execution.skipRequest is not a function");
      wishes.skip = true;
      endScripts();
    }

    /** An object whose methods all reject by name. */
    const refused = (name, methods) => {
      const object = {};
      for (const method of methods) {
        object[method] = () => NativePromise.reject(new Error(`${name}.${method} is not available to scripts`));
      }
      return object;
    };

    // A drawing is no part of the result, so a script goes on without it.
    const visualizer = {
      set(template) {
        if (typeof template !== "string") {
          throw new Error(`Invalid template. Template must be of type string, found ${typeof template}`);
        }
        writeLine("warn", ["pm.visualizer is not available: nothing is drawn"]);
      },
      clear() {}
    };

    prepare(() => {
      const info = job.info ?? {};
      pm = readOnly({}, {
        info: readOnly({}, {
          eventName: info.eventName, iteration: info.iteration, iterationCount: info.iterationCount,
          requestName: info.requestName, requestId: info.requestId
        }, true),
        globals: scopes.globals, environment: scopes.environment, collectionVariables: scopes.collection,
        variables: scopes.local, iterationData: scopes.data, response: jobResponse,
        cookies: jobCookies, test, sendRequest, require: scriptRequire, visualizer,
        vault: refused("pm.vault", ["get", "set", "unset"]),
        execution: readOnly({}, {
          skipRequest, setNextRequest, runRequest,
          location: readOnly([...(info.location ?? [])], { current: info.location?.at(-1) })
        })
      });
      defineProperty(pm, "request", { get: jobRequest });
      defineProperty(pm, "expect", { get: () => chaiParts().expect });
      expose("pm", pm);
      expose("test", test);
      for (const name of ["expect", "assert", "chai"]) exposeLazily(name, () => chaiParts()[name]);
    });
    """#
}
