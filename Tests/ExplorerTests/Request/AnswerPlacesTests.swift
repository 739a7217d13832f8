import Basics
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

extension Journey {
  /// Sends the open request, whose answer has this body.
  fileprivate mutating func receive(_ body: String) {
    guard let key = state.current else { return }
    press(.control("r"))
    apply(.response(.transfer(send: state.serial, .finished(Samples.exchange(body))), of: key))
  }
}

@Suite("Completion of other requests' answers after {{") struct AnswerPlacesTests {
  /// Another request is open with an answer; back in the first, a header value is typed.
  private func typing(_ text: String) -> Journey {
    var journey = Journey()
    let list = RequestDefinition(name: "List users", url: "{{base_url}}/users")
    journey.open(list, path: "/w/demo/users/List users.yml")
    journey.receive(#"{"token": "abc", "users": [{"id": 7, "full name": "Ada"}], "size": 2}"#)
    journey.open()
    journey.go("2 l enter ctrl-a ‹\(text)›")
    return journey
  }

  @Test("Completion lists requests, then the values of the chosen answer, then inserts the reference")
  func steps() {
    var journey = typing("Bearer {{list")
    #expect(journey.text.contains("users/list |   answer of GET List users"))
    journey.go("enter")
    #expect(journey.draft.headers[0].value == "Bearer {{users/list | ")
    for words in ["$.token", "••••", "$.size", "$.users[0].id", "$.users[0]['full name']", "status"] {
      #expect(journey.text.contains(words), "\(words)")
    }
    #expect(!journey.text.contains("abc"))
    journey.go("‹id› enter")
    #expect(journey.draft.headers[0].value == "Bearer {{users/list | $.users[0].id}}")
    #expect(journey.state.isEditingText)
  }

  @Test("Variables come first, and a request without an answer says so")
  func others() {
    var journey = typing("{{")
    #expect(journey.text.contains("base_url  ") && journey.text.contains("users/list | "))
    // The request itself is not offered.
    #expect(!journey.text.contains("answer of GET Get user"))
    journey.go("‹health | ›")
    #expect(journey.text.contains("send Health once to choose a value"))
  }

  @Test("Completion also works in a body")
  func body() {
    var journey = Journey()
    let list = RequestDefinition(name: "List users", url: "{{base_url}}/users")
    journey.open(list, path: "/w/demo/users/List users.yml")
    journey.receive(#"{"token": "abc"}"#)
    journey.open(Samples.post(.text(.json, "[{{}}]")))
    journey.go("3 enter right right right ‹list› enter enter")
    #expect(journey.draft.body == .text(.json, "[{{users/list | $.token}}]"))
  }
}
