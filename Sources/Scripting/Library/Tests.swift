extension ScriptLibrary {
  /// `pm.test` and `test`, by the rules of Postman or of Bruno.
  static let tests = #"""
    /** For `bru.getTestResults`. */
    const toldVerdicts = [];

    function tellVerdict(name, place, failure) {
      toldVerdicts[toldVerdicts.length] =
        { description: name, status: failure ? "fail" : "pass", error: failure?.message };
      const verdict = { name, passed: failure === undefined, place };
      if (failure) {
        verdict.error = failure.error;
        verdict.message = failure.message;
        verdict.place = failure.place ?? place;
      }
      report({ verdict });
    }

    /** Under Postman's rules a test that returns a promise has passed; a later rejection fails the script. */
    function testAsPostman(name, body, place) {
      if (typeof body !== "function") return tellVerdict(name, place);
      const done = (error) => tellVerdict(name, place, error ? described(error) : undefined);
      const isCalledBack = body.length > 0;
      let value;
      try {
        value = isCalledBack ? body(done) : body();
      } catch (error) {
        return tellVerdict(name, place, described(error));
      }
      if (value instanceof NativePromise) then(value, undefined, failScript);
      if (!isCalledBack) tellVerdict(name, place);
    }

    /** Under Bruno's rules a test ends when its promise does. */
    async function testAsBruno(name, body, place) {
      try {
        await body();
        tellVerdict(name, place);
      } catch (error) {
        if (error === endOfScripts) throw error;
        tellVerdict(name, place, described(error));
      }
    }

    function test(name, body) {
      const place = herePlace();
      if (!isPostman) return testAsBruno(text(name), body, place);
      testAsPostman(text(name), body, place);
      return pm;
    }

    function skipTest(name) {
      report({ verdict: { name: text(name), passed: true, skipped: true, place: herePlace() } });
      return pm;
    }

    test.skip = skipTest;
    """#
}
