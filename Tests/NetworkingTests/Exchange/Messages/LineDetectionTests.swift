import Basics
import Testing

@testable import HTTPModel
@testable import Networking

@Suite struct LineDetectionTests {
  private func verdict(_ text: String, isAsked: Bool = false, isOver: Bool = false) -> LineDetection.Verdict {
    var detection = LineDetection(isAsked: isAsked)
    return detection.look(at: ByteStore(Array(text.utf8)), isOver: isOver)
  }

  @Test(arguments: ["{\"a\": 1}\n{\"a\"", "\n [1]\r\n[2]", "{}\n\n{}\n"])
  func `A second JSON text after the first makes both messages.`(_ text: String) {
    #expect(verdict(text) == .lines && verdict(text, isOver: true) == .lines)
  }

  @Test(arguments: ["{\n  \"a\": 1\n}\n", "{}", "{}\n", "1\n2\n", "{} x\n{}\n", "a\nb\n", ""])
  func `Any other body is one document.`(_ text: String) {
    #expect(verdict(text, isOver: true) == .document)
  }

  @Test func `Without the end of the first line more is needed; if the user asked for messages, its end is enough.`() {
    #expect(verdict("{\"a\": ") == .undecided && verdict("{}\n") == .undecided && verdict("") == .undecided)
    #expect(verdict("{}\n", isAsked: true) == .lines && verdict("1\n", isAsked: true) == .lines)
    #expect(verdict("{\n", isAsked: true) == .document)
  }

  @Test func `Detection continues at the last position.`() throws {
    let store = ByteStore()
    var detection = LineDetection(isAsked: false)
    for piece in ["{\"a\":", " 1}", "\n", "{"] {
      #expect(detection.look(at: store, isOver: false) == .undecided)
      try store.append(Array(piece.utf8))
    }
    #expect(detection.look(at: store, isOver: false) == .lines)
  }
}
