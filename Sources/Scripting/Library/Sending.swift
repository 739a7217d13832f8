extension ScriptLibrary {
  /// `pm.sendRequest` and `pm.execution.runRequest`: the parent sends, the script gets a `Response`.
  static let sending = #"""
    /** Asks the parent for a response; rejects with its error. */
    function askForResponse(question) {
      return new NativePromise((resolve, reject) => {
        const id = ask({ ...question, place: herePlace() }, ({ response, error }) => {
          if (error === undefined) {
            resolve(new Response(response, { text: () => host.answerText(id), bytes: () => host.answerBytes(id) }));
          } else {
            const failure = new Error(error.message);
            if (error.name !== undefined) failure.name = error.name;
            if (error.code !== undefined) failure.code = error.code;
            reject(failure);
          }
        });
      });
    }

    function send(request) {
      if (!request) return NativePromise.reject(new Error("sendrequest: nothing to request"));
      const whole = request instanceof Request ? request : new Request(request);
      return askForResponse({ ask: "send", request: new JSONFragment(stringify(formOf(whole))) });
    }

    function sendRequest(request, callback) {
      const sent = send(request);
      if (typeof callback !== "function") return sent;
      // As in Postman, an error of the callback comes to the callback once more, as its first argument.
      const called = then(sent, (response) => callback.call(pm, null, response, { cookies: response.cookies }));
      then(then(called, undefined, (error) => callback.call(pm, error)), undefined, failScript);
      return pm;
    }

    function runRequest(name) {
      if (!name) return NativePromise.reject(new Error("runRequest: collection request id not provided"));
      return askForResponse({ ask: "run", name: text(name) });
    }
    """#
}
