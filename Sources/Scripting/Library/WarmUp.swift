extension ScriptLibrary {
  /// The work of a child between two jobs. It stands apart from the topics that it calls, because it is no part of a job.
  static let warmUp = #"""
    /**
     * Calls what most tests use. The engine links each function of a global object at its first call, which takes a
     * third of the time of a small test. It reports nothing, and leaves nothing that a job could see.
     */
    function warmUp() {
      const { expect } = chaiParts();
      const given = {
        code: 200, reason: "OK", time: 1, cookies: [], size: { body: 2, header: 0 },
        headers: [{ key: "Content-Type", value: "application/json" }]
      };
      const response = new Response(given, { text: () => "{}" });
      defineTo(response);
      response.to.have.status(200);
      response.json();
      response.headers.get("Content-Type");
      const value = { list: [1, "a"], text: "" };
      expect(value).to.be.an("object").that.has.property("list");
      expect(value).to.include.keys("list", "text");
      expect(value).to.eql({ list: [1, "a"], text: "" });
      expect(value.list).to.include(1);
      expect(value.list).to.have.lengthOf(2);
      expect(value.list[1]).to.equal("a");
      expect(value.list[1]).to.match(/a/);
      expect(1).to.be.below(2);
      expect(true).to.be.true;
      const scope = new VariableScope({});
      scope.values.members.push(new Variable({ key: "a", value: 1 }));
      new VariableScope({}).addLayer(scope.values);
      scope.set("a", 2);
      scope.get("a");
      frame({ list: [1], text: "a" });
    }
    """#
}
