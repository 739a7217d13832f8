extension ScriptLibrary {
  /// The names of Bruno, Insomnia and the HTTP clients. Apart from their topics, because each job evaluates it.
  static let otherInterfaces = #"""
    ownModules.axios = () => interfaces().axios;
    ownModules["node-fetch"] = () => {
      const { fetch, Headers } = interfaces();
      return assign(fetch, { default: fetch, Headers });
    };
    for (const name of ["insomnia-collection", "postman-collection"]) {
      ownModules[name] = () => interfaces().collectionClasses();
    }

    prepare(() => {
      const names = ["bru", "req", "insomnia", "client"];
      if (jobResponse) names[names.length] = "res";
      // Postman's scripts have a `request` of their own, no `fetch`, and some test for `process`.
      if (!isPostman) {
        for (const name of ["process", "fetch", "Headers", "request"]) names[names.length] = name;
        if (jobResponse) names[names.length] = "response";
      }
      for (const name of names) exposeLazily(name, () => interfaces()[name]);
    });
    """#
}
