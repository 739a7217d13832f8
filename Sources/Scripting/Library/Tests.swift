extension ScriptLibrary {
  /// `pm.test` and `test`, by the rules of Postman or of Bruno.
  static let tests = #"""
    /** For `bru.getTestResults`. */
    const toldVerdicts = [];

    function reportVerdict(name, place, failure) {
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

    /** The tests of the running script that have begun; each is open until it ends. */
    let begunTests = [];

    const beginTest = (name, place) => begunTests[begunTests.length] = { name, place, isOpen: true };

    /** Nothing settles these tests any more. Postman does not report them: a line of the console does. */
    function failOpenTests() {
      const begun = begunTests;
      begunTests = [];
      for (let index = 0; index < begun.length; index++) {
        const { name, place, isOpen } = begun[index];
        if (!isOpen) continue;
        begun[index].isOpen = false;
        if (isPostman) report({ console: { level: "warn", text: `the test "${name}" did not end`, place } });
        else reportVerdict(name, place, { error: "Error", message: "did not end" });
      }
    }

    /** Under Postman's rules a test that returns a promise has passed; a later rejection fails the script. */
    function testAsPostman(name, body, place) {
      if (typeof body !== "function") return reportVerdict(name, place);
      const test = beginTest(name, place);
      const end = () => { test.isOpen = false; };
      const done = (error) => {
        end();
        reportVerdict(name, place, error ? described(error) : undefined);
      };
      const isCalledBack = body.length > 0;
      let value;
      try {
        value = isCalledBack ? body(done) : body();
      } catch (error) {
        end();
        return reportVerdict(name, place, described(error));
      }
      const isPromise = value instanceof NativePromise;
      if (isPromise) then(value, end, (error) => { end(); failScript(error); });
      if (isCalledBack) return;
      if (!isPromise) end();
      reportVerdict(name, place);
    }

    /** Under Bruno's rules a test ends when its promise does. */
    async function testAsBruno(name, body, place) {
      const test = beginTest(name, place);
      const end = (failure) => {
        if (test.isOpen) reportVerdict(name, place, failure);
        test.isOpen = false;
      };
      try {
        await body();
        end();
      } catch (error) {
        if (error !== endOfScripts) return end(described(error));
        test.isOpen = false;
        throw error;
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
