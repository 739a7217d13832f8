import Testing

@testable import Workspaces

@Suite("An assertion in one text") struct AssertionWordsTests {
  @Test(
    "An assertion is a path, an operator or its sign, and a value if the operator takes one",
    arguments: [
      ("res.status eq 200", Assertion("res.status", "eq", "200")),
      ("res.status == 200", Assertion("res.status", "eq", "200")),
      ("  res.body.a[0]['x y'] != \"eq b\" ", Assertion("res.body.a[0]['x y']", "neq", "\"eq b\"")),
      ("res('items.0') isDefined", Assertion("res('items.0')", "isDefined")),
      ("res.responseTime <= 500", Assertion("res.responseTime", "lte", "500")),
      ("res.body.a between 1, 2", Assertion("res.body.a", "between", "1, 2")),
      ("res.status", nil), ("", nil), ("eq 200", nil), ("res.status eq", nil), ("res.body isArray x", nil),
      ("status + 1 eq 2", nil), ("res.status is 200", nil),
    ])
  func words(text: String, assertion: Assertion?) {
    #expect(Assertion(words: text) == assertion)
  }
}
