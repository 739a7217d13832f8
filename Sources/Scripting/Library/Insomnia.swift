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
    function makeInsomnia() {
      const info = job.info ?? {};
      return readOnly({ __proto__: pm }, {
        baseEnvironment: scopes.collection, baseGlobals: scopes.globals, settings: {},
        parentFolders: parentFolders(info.folders ?? []), collection: { name: info.collectionName },
        sendRequest: sendAndCall
      });
    }
    """#
}
