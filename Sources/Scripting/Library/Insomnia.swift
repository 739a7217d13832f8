extension ScriptLibrary {
  /// `insomnia`: the names of `pm`, and those that Insomnia adds.
  static let insomnia = #"""
    /** A folder around the request. Its variables are those of all folders together. */
    const parentFolder = (name) => ({ id: name, name, environment: scopes.folder });

    function parentFolders(names) {
      const get = (name) => names.includes(name) ? parentFolder(name) : undefined;
      return {
        get, getById: get, getByName: get, getEnvironments: () => names.length > 0 ? [scopes.folder] : [],
        toObject: () => names.map((name) => ({ id: name, name, environment: scopes.folder.toObject() }))
      };
    }

    /** A part of the request that Apus takes from elsewhere: scripts may read and change it without effect. */
    const withoutEffect = (parts) => assign(parts, { update(changes) { assign(parts, changes); } });

    /** In Insomnia, a send with a callback is a promise, too. */
    async function sendAndCall(request, callback) {
      if (typeof callback !== "function") return send(request);
      let response;
      try {
        response = await send(request);
      } catch (error) {
        callBack(callback, error);
        throw error;
      }
      callBack(callback, null, response);
      return response;
    }

    const collectionClasses = () => ({
      Cookie, CookieList, FormParam, Header, HeaderList, Property: Pair, PropertyList, QueryParam, Request, RequestAuth,
      RequestBody, Response, Url, Variable, VariableList, VariableScope
    });
    for (const name of ["insomnia-collection", "postman-collection"]) ownModules[name] ??= collectionClasses;
    ownModules.assert ??= () => assert;

    prepare(() => {
      const info = job.info ?? {};
      const file = () => ({ src: "" });
      hide(jobRequest, "certificate", withoutEffect({
        disabled: true, matches: [], key: file(), cert: file(), pfx: file(), passphrase: ""
      }));
      hide(jobRequest, "proxy", withoutEffect({ disabled: true, host: "", port: 0, getProxyUrl: () => "" }));
      if (!isPostman) defineProperty(Response.prototype, "body", { get() { return this.text(); }, configurable: true });
      expose("insomnia", readOnly({ __proto__: pm }, {
        baseEnvironment: scopes.collection, baseGlobals: scopes.globals, settings: {},
        parentFolders: parentFolders(info.folders ?? []), collection: { name: info.collectionName },
        sendRequest: sendAndCall
      }));
    });
    """#
}
