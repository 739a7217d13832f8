import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The places for a reference to an answer") struct ReferencePlaceTests {
  private static let path = "/w/demo/users/List users.yml"
  private static let body = #"""
    {
      "user": {"id": 7, "tags": ["a", {{tag}}]},
      "note": null
    }
    """#

  /// A journey that asks for the place of `$.user.id`, or of another value, in a request.
  private func asked(_ request: RequestDefinition, _ value: String = "user.id") -> Journey {
    var journey = Journey.answered(#"{"user": {"id": 42, "name": "Ada"}, "token": "abc", "note": "n"}"#)
    for _ in 0..<20 where !journey.border.contains(value) { journey.use(.down) }
    journey.use(.enter)
    journey.use("another request")
    journey.use(.enter)
    journey.use("list")
    journey.use(.enter)
    journey.open(request, path: Self.path)
    return journey
  }

  private func chosen(_ journey: Journey, _ title: String = "") -> RequestDefinition? {
    var journey = journey
    if !title.isEmpty { journey.use(title) }
    journey.use(.enter)
    return journey.state.sessions[.file(Self.path)]?.draft
  }

  @Test("A value of a JSON body takes the reference, quoted if it is a text, and the Body tab shows it")
  func value() {
    var journey = asked(Samples.post(.text(.json, Self.body)))
    #expect(journey.text.contains("▌Body user.id") && journey.text.contains("Body user.tags[1]"))
    let text = Self.body.replacing(": 7", with: ": {{users/get-user | $.user.id}}")
    #expect(chosen(journey)?.body == .text(.json, text))
    journey.use(.enter)
    let words = "Body user.id is {{users/get-user | $.user.id}} now"
    #expect(journey.editor.tab == .body && journey.footer.contains(words), "\(journey.footer)")
    journey = asked(Samples.post(.text(.json, Self.body)), "note")
    let quoted = Self.body.replacing("null", with: #""{{users/get-user | $.note}}""#)
    #expect(journey.text.contains("▌Body note") && chosen(journey)?.body == .text(.json, quoted))
    let ofNumber = Self.body.replacing(": 7", with: #": "{{users/get-user | $.note}}""#)
    #expect(chosen(journey, "user.id")?.body == .text(.json, ofNumber))
    let added = #"{"note": "{{users/get-user | $.note}}"}"#
    #expect(chosen(asked(Samples.post(.text(.json, "{}")), "note"), "New body field")?.body == .text(.json, added))
  }

  @Test(
    "A JSON body gets a new member, set like the others",
    arguments: [
      ("{}", #"{"id": {{users/get-user | $.user.id}}}"#),
      ("{\n  \"a\": {{b}}\n}", "{\n  \"a\": {{b}},\n  \"id\": {{users/get-user | $.user.id}}\n}"),
    ])
  func member(before: String, after: String) {
    let journey = asked(Samples.post(.text(.json, before)))
    #expect(chosen(journey, "New body field id")?.body == .text(.json, after))
  }

  @Test("A form field takes the reference, and a form gets a new one")
  func form() {
    let journey = asked(Samples.post(.form([Row("user_id", "1", isEnabled: false), Row("b", "2")])))
    #expect(journey.text.contains("▌Body user_id"))
    let reference = "{{users/get-user | $.user.id}}"
    #expect(chosen(journey)?.body == .form([Row("user_id", reference), Row("b", "2")]))
    #expect(chosen(journey, "New body field")?.body.rows.last == Row("id", reference))
  }

  @Test("A text body takes the reference at its cursor")
  func caret() {
    var journey = Journey.answered(#"{"user": {"id": 42}}"#)
    journey.open(Samples.post(.text(.text, "one\ntwo")), path: Self.path)
    journey.go("3 enter down ‹-› esc")
    let session = journey.state.session
    let place = session.flatMap { ReferencePlace.places(for: "{{a | $.b}}", in: $0).first }
    #expect(place?.title(for: "{{a | $.b}}", in: journey.draft) == "Body, at the cursor in line 2")
    var draft = journey.draft
    place?.set(AnswerReference(text: "{{a | $.b}}", isText: true), in: &draft)
    #expect(draft.body == .text(.text, "one\n-{{a | $.b}}two"))
  }

  @Test(
    "The field of the same name comes first, a token in Auth, and a similar name before others",
    arguments: [
      ("{{a | $.id}}", "Parameter id"), ("{{a | $.order.id}}", "Parameter order_id"),
      ("{{a | $.page}}", "Header X-Page"), ("{{a | $.access_token}}", "Auth Bearer token"),
      ("{{a | $.jwt}}", "Auth Bearer token"), ("{{a | $.valid}}", "Parameter order_id"),
      ("{{orders/new | $.id}}", "Parameter order_id"),
    ])
  func likely(reference: String, title: String) {
    let draft = RequestDefinition(
      name: "n", url: "http://h/:order_id?id=",
      params: [Parameter(.path, Row("order_id", "")), Parameter(.query, Row("id", ""))],
      headers: [Row("X-Page", "1")])
    let session = RequestSession(key: .file(Self.path), draft: draft)
    let places = ReferencePlace.places(for: reference, in: session)
    #expect(places.first?.title(for: reference, in: draft) == title)
    #expect(Set(places.map(\.id)).count == places.count)
  }

  @Test("Without a field, a value that is no token becomes a variable")
  func variable() {
    let session = RequestSession(key: .file(Self.path), draft: RequestDefinition(name: "n", url: "http://h"))
    #expect(ReferencePlace.places(for: "{{a | $.id}}", in: session).first == .newVariable)
  }
}
