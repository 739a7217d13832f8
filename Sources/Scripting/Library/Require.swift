extension ScriptLibrary {
  /// `require`: modules of the library, then files and packages of the collection.
  static let require = #"""
    const refusedModules = ["fs", "child_process", "net", "http", "https", "tls", "dgram", "cluster", "worker_threads"];
    const moduleNames = {
      underscore: "lodash", "crypto-js": "crypto-js", buffer: "buffer", "node:buffer": "buffer", "node:url": "url"
    };
    /** Modules of the library, made at their first use. */
    const builtModules = { __proto__: null };
    /** Modules that topics define themselves. */
    const ownModules = { __proto__: null, chai: () => chaiParts().chai, assert: () => chaiParts().assert };

    function builtIn(name) {
      const known = moduleNames[name] ?? name;
      if (known in builtModules) return builtModules[known];
      if (ownModules[known]) return builtModules[known] = ownModules[known]();
      let make;
      try {
        make = host.module(known);
      } catch {
        // The child has no module of this name: it may be a file or a package.
      }
      return make ? builtModules[known] = withOriginals(() => withGlobalThis(() => make(library))) : undefined;
    }

    /** Modules may read `globalThis` when they are made; scripts under Postman's rules never see it. */
    function withGlobalThis(make) {
      const { globalThis } = world;
      expose("globalThis", world);
      try {
        return make();
      } finally {
        expose("globalThis", globalThis);
      }
    }

    /** The parts of the library that modules may use, each made at its first use. */
    const library = {
      now, random: randomBytes, judging, withOriginals,
      get inspect() { return consoleParts().inspect; },
      get format() { return consoleParts().format; },
      get deepEqual() { return chaiParts().deepEqual; },
      get AssertionError() { return chaiParts().AssertionError; },
      get Buffer() { return builtIn("buffer").Buffer; },
      module: (name) => builtIn(name)
    };

    const fileModules = { __proto__: null };

    function requireFrom(from, name) {
      const wanted = text(name);
      if (refusedModules.includes(wanted.replace(/^node:/, ""))) {
        throw new Error(`Module '${wanted}' is not available to scripts`);
      }
      const isPath = /^(\.{0,2}\/|[A-Za-z]:)/.test(wanted);
      const found = isPath ? undefined : builtIn(wanted);
      if (found !== undefined) return found;
      const answer = askNow({ ask: "module", name: wanted, from });
      if (answer.refused !== undefined) throw new Error(answer.refused);
      if (answer.path === undefined) throw missing(wanted);
      return fileModules[answer.path] ? fileModules[answer.path].exports : loaded(answer);
    }

    function missing(name) {
      const error = new Error(`Cannot find module '${name}'`);
      error.code = "MODULE_NOT_FOUND";
      return error;
    }

    function loaded({ kind, path, code }) {
      moduleFiles[path] = true;
      const module = fileModules[path] = { exports: {}, id: path, filename: path };
      try {
        if (kind === "json") {
          module.exports = parse(code);
        } else {
          const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
          const required = (name) => requireFrom(path, name);
          compiled(moduleHead, code, path, 1).call(module.exports, module.exports, required, module, path, folder);
        }
      } catch (error) {
        delete fileModules[path];
        throw error;
      }
      return module.exports;
    }

    const scriptRequire = (name) => requireFrom(running?.file ?? "", name);

    expose("require", scriptRequire);
    """#
}
